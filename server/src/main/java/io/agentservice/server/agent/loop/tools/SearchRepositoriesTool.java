package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.context.indexing.Hit;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class SearchRepositoriesTool extends Tool {
  private static final int USUAL = 10;
  private static final int MOST = 30;
  private static final int MOST_CHARACTERS = 20_000;
  private static final int MOST_QUERY = 4096;
  private static final int MOST_NAMED = 50;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "search_repositories",
          """
          Finds code and text in all repositories of the organization, also in those that are not on your machine: who else uses a
          function, how something was done before, where a service is defined. It knows their newest commit, give or take some minutes. For files
          on your machine use the shell.
          """,
          """
          {
            "type": "object",
            "properties": {
              "query": {"type": "string", "description": "Names as they are in code, or words; lines with all of them come first"},
              "repository": {"type": "string", "description": "owner/repo or host/owner/repo, to search only there; a wrong one is answered with those that there are"},
              "max_results": {"type": "integer", "description": "1 to 30, else 10"}
            },
            "required": ["query"]
          }
          """);

  private final RepositorySearch search;

  SearchRepositoriesTool(RepositorySearch search) {
    super(SPEC);
    this.search = search;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    query(input);
    input.number("max_results", 1, MOST);
    var _ = repositories(input);
    return null;
  }

  private static String query(Input input) {
    String query = input.words("query");
    if (query.length() > MOST_QUERY || query.indexOf('\0') >= 0) {
      throw new ToolInputException(
          "query must have at most %,d characters, none of them U+0000.".formatted(MOST_QUERY));
    }
    return query;
  }

  /** Those that the name means; null for all. */
  private @Nullable List<HostedRepository> repositories(Input input) {
    String name = input.optionalText("repository");
    if (name == null) {
      return null;
    }
    var known = search.repositories();
    var meant = known.stream().filter(each -> each.isNamed(name)).toList();
    if (meant.isEmpty()) {
      throw new ToolInputException(
          "There is no repository %s; there are %d: %s"
              .formatted(
                  name,
                  known.size(),
                  known.stream()
                      .limit(MOST_NAMED)
                      .map(HostedRepository::toString)
                      .collect(Collectors.joining(", "))));
    }
    return meant;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var input = call.input();
    Integer most = input.number("max_results", 1, MOST);
    var hits = search.search(query(input), repositories(input), most == null ? USUAL : most);
    return Outcome.ok(
        hits.isEmpty()
            ? "Nothing was found. Try other words, or fewer."
            : context.redactor().mask(shown(hits)));
  }

  private static String shown(List<Hit> hits) {
    var text = new StringBuilder();
    for (int i = 0; i < hits.size(); i++) {
      var hit = hits.get(i);
      String piece =
          "%s %s lines %d-%d%n%s%n%n"
              .formatted(
                  hit.repository(), hit.path(), hit.lineStart(), hit.lineEnd(), hit.excerpt());
      if (text.length() + piece.length() > MOST_CHARACTERS) {
        return text + "(%d more are not shown: ask for fewer)".formatted(hits.size() - i);
      }
      text.append(piece);
    }
    return text.toString().stripTrailing();
  }

  /** To search again changes nothing. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
