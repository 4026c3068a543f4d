package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.log.Jobs;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ReadSessionToolTest {
  private static final ToolContext CONTEXT =
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

  @Test
  void aLinkedSessionIsReadLineByLine() {
    var moments =
        IntStream.rangeClosed(1, 30)
            .<Course.Moment>mapToObj(
                i -> new Course.Moment.Said("%d %s".formatted(i, "x".repeat(990))))
            .toList();
    var tool =
        new ReadSessionTool(
            List.of(new LinkedSession("agent-1", "Before", () -> new Course(moments))));

    var first = said(tool.run(read("agent-1", 1), CONTEXT));
    assertThat(first).startsWith("1\tAgent: 1 x").endsWith("[10 more lines: go on with from 21]");
    var last = said(tool.run(read("agent-1", 21), CONTEXT));
    assertThat(last).startsWith("21\tAgent: 21 x").endsWith("[end of the session]");
    var beyond = tool.run(read("agent-1", 31), CONTEXT);
    assertThat(beyond.error()).isTrue();
    assertThat(said(beyond)).isEqualTo("It has 30 lines; there is no line 31.");
    assertThatThrownBy(() -> tool.prepare(read("agent-2", 1).input(), CONTEXT))
        .hasMessage("Session agent-2 is not linked, nor have you started it; these are: agent-1");
  }

  private static Tool.Call read(String session, int from) {
    var input = JsonMapper.shared().createObjectNode().put("session", session).put("from", from);
    return new Tool.Call("event-1", new Input(input), null);
  }

  private static String said(Outcome outcome) {
    return ((Part.Text) outcome.content().getFirst()).text();
  }
}
