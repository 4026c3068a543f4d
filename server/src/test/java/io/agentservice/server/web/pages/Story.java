package io.agentservice.server.web.pages;

import io.agentservice.llm.Part;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A session's work as its log tells it. */
public final class Story {
  private final PageServer server;
  private final SessionId session;

  public Story(PageServer server, SessionId session) {
    this.server = server;
    this.session = session;
  }

  public void connects() {
    server.append(session, new LoopEvent.MachineAttached("linux", "/home/agent/shop", false, null));
  }

  public void says(String text, Part... calls) {
    var parts =
        IntStream.rangeClosed(0, calls.length)
            .mapToObj(i -> i == 0 ? new Part.Text(text) : calls[i - 1])
            .toList();
    server.append(
        session,
        new LoopEvent.ModelTurn(
            parts,
            calls.length == 0 ? Stop.END_TURN : Stop.TOOL_USE,
            new Usage(412, 180, 9_210, 640),
            "claude-opus-4",
            new BigDecimal("0.0213"),
            3_420,
            null,
            null));
  }

  public static Part.ToolUse bash(String id, String command) {
    return new Part.ToolUse(id, "bash", Json.MAPPER.createObjectNode().put("command", command));
  }

  public static Part.ToolUse edit(String id, String path, String before, String after) {
    return new Part.ToolUse(
        id,
        "edit",
        Json.MAPPER
            .createObjectNode()
            .put("path", path)
            .put("old_text", before)
            .put("new_text", after));
  }

  public static Part.ToolUse plan(String id, String json) {
    return new Part.ToolUse(id, "plan", Json.MAPPER.readTree(json));
  }

  public void starts(Part.ToolUse call) {
    server.append(
        session,
        new LoopEvent.ToolIntent(
            call.id(), "cmd-" + call.id(), call.name(), call.input(), null, null));
  }

  public void ends(Part.ToolUse call, int exit, String output) {
    server.append(
        session,
        new LoopEvent.ToolResult(
            call.id(),
            List.of(new Part.Text(output + "\n[exit code " + exit + "]")),
            false,
            exit,
            2_310,
            0,
            null));
  }

  public void succeeds(Part.ToolUse call) {
    server.append(
        session,
        new LoopEvent.ToolResult(
            call.id(), List.of(new Part.Text("Done.")), false, null, 0, 0, null));
  }

  public void finishes(String summary) {
    server.append(session, new LoopEvent.Finished(summary, null));
  }

  /** Work of every kind. */
  public void whole() {
    connects();
    var plan =
        plan(
            "c0",
            """
            {"items": [{"text": "Find the failing test", "status": "done"},
                       {"text": "Fix the rounding", "status": "doing"},
                       {"text": "Run all tests", "status": "open"}]}
            """);
    var test = bash("c1", "mvn -q test 2>&1 | tail -40");
    says("I'll look at the failing test first, then at how totals are rounded.", plan, test);
    starts(plan);
    succeeds(plan);
    starts(test);
    ends(
        test,
        1,
        IntStream.rangeClosed(1, 30)
            .mapToObj(i -> "[ERROR]   TotalsTest.line%02d: expected: <10.%02d>".formatted(i, i))
            .collect(Collectors.joining("\n")));
    var edit =
        edit(
            "c2",
            "src/main/java/shop/Totals.java",
            """
              BigDecimal total(List<Line> lines) {
                var sum = sum(lines);
                return sum.setScale(2, RoundingMode.DOWN);
              }
            """,
            """
              BigDecimal total(List<Line> lines) {
                var sum = sum(lines);
                // Half cents go to the shop, as the invoice does.
                return sum.setScale(2, RoundingMode.HALF_UP);
              }
            """);
    var again = bash("c3", "mvn -q test && git diff --stat");
    says("The sum is cut instead of rounded. I change that and run all tests again.", edit, again);
    starts(edit);
    succeeds(edit);
    starts(again);
    ends(again, 0, " src/main/java/shop/Totals.java | 3 ++-\n 1 file changed");
    finishes("Totals are now rounded half up, and all 214 tests pass.");
  }
}
