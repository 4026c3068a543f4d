package io.agentservice.server.agent.loop.tools;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.llm.ToolSpec;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.context.indexing.Hit;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SearchRepositoriesToolTest {
  private final List<String> asked = new ArrayList<>();
  private List<Hit> hits = List.of(new Hit("h.io", "a/b", "src/X.java", 3, 4, "class X {\n}", 0.9));

  private final RepositorySearch search =
      new RepositorySearch() {
        @Override
        public List<HostedRepository> repositories() {
          return List.of(
              new HostedRepository("h.io", "a/b"),
              new HostedRepository("h.io", "a/c"),
              new HostedRepository("other.io", "a/c"));
        }

        @Override
        public List<Hit> search(String query, List<HostedRepository> repositories, int most) {
          asked.add(query + " " + repositories + " " + most);
          return hits;
        }
      };

  private final Tool tool =
      new Toolbox(
              new FinishTool(null, true, false),
              List.of(),
              Map.of(),
              List.of(),
              new Lookups(search, null, null, null),
              false,
              McpServers::new)
          .find("search_repositories");

  private final ToolContext context =
      new ToolContext(
          null,
          Redactor.NONE,
          null,
          null,
          new Jobs(),
          ChildSessions.NONE,
          Skills.NONE,
          null,
          null,
          _ -> {});

  private String run(String input) {
    var read = new Input(JsonMapper.shared().readValue(input, ObjectNode.class));
    tool.prepare(read, context);
    var outcome = tool.run(new Tool.Call("c", read, null), context);
    assertThat(outcome.error()).isFalse();
    return ((Part.Text) outcome.content().getFirst()).text();
  }

  @Test
  void itIsOfferedOnlyWhereSomethingIsIndexed() {
    assertThat(
            new Toolbox(
                    new FinishTool(null, true, false),
                    List.of(),
                    Map.of(),
                    List.of(),
                    Lookups.NONE,
                    false,
                    McpServers::new)
                .specs(200_000, true))
        .extracting(ToolSpec::name)
        .doesNotContain("search_repositories");
  }

  @Test
  void theModelSeesWhereTheLinesAre() {
    assertThat(run(json("query", "X"))).isEqualTo("h.io/a/b src/X.java lines 3-4\nclass X {\n}");
    run(json("query", "y z", "repository", "a/c", "max_results", 30));
    run(json("query", "z", "repository", "other.io/a/c"));
    assertThat(asked)
        .containsExactly("X null 10", "y z [h.io/a/c, other.io/a/c] 30", "z [other.io/a/c] 10");
    hits = List.of();
    assertThat(run(json("query", "X"))).contains("Nothing was found");
  }

  @Test
  void whatIsWrongIsToldWithTheRepositoriesThatThereAre() {
    for (String wrong :
        List.of(
            "{}",
            json("query", " "),
            "{\"query\":\"a\\u0000b\"}",
            "{\"query\":\"" + "q".repeat(4097) + "\"}",
            json("query", "q", "max_results", 31))) {
      assertThatThrownBy(() -> run(wrong)).isInstanceOf(ToolInputException.class);
    }
    assertThatThrownBy(() -> run(json("query", "q", "repository", "b")))
        .hasMessageContaining("h.io/a/b, h.io/a/c");
    assertThat(asked).isEmpty();
  }

  @Test
  void manyLongResultsAreCut() {
    var text = "x".repeat(3000);
    hits = List.of();
    var many = new ArrayList<Hit>();
    for (int i = 0; i < 30; i++) {
      many.add(new Hit("h.io", "a/b", "f" + i, 1, 12, text, 0.5));
    }
    hits = many;
    assertThat(run(json("query", "q")))
        .hasSizeLessThan(21_000)
        .endsWith("are not shown: ask for fewer)");
  }
}
