package io.agentservice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventPrinterTest {
  private final StringWriter text = new StringWriter();
  private final Map<Boolean, EventPrinter> printers = new HashMap<>();

  @Test
  void aCommandIsShownWithItsOutputAndExitCode() {
    print(
        false,
        """
        {"type":"tool_intent","data":{"tool":"bash","input":{"command":"make\\nmake test"}}}\
        """);
    print(
        false,
        """
        {"type":"tool_result","data":{"exit_code":2,"duration_millis":1234,"error":false,
         "content":[{"type":"text","text":"broken\\n[exit code 2]"}]}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly("  $ make", "    make test", "    broken", "    exit 2, 1.2 s");
  }

  @Test
  void whyThereAreNoWallsIsShownAndWhatWasTriedOfThemIsNot() {
    print(
        false,
        """
        {"type":"isolation","data":{"by":"none","reason":"no wall: no bubblewrap","trials":[]}}\
        """);
    print(
        false,
        """
        {"type":"isolation","data":{"by":"bwrap","trials":[{"what":"write /usr","wanted":false,"works":false}]}}\
        """);
    assertThat(text.toString().lines()).containsExactly("no wall: no bubblewrap");
  }

  @Test
  void aToolForOtherSessionsIsShownWithTheNameOfTheOne() {
    print(
        false,
        """
        {"type":"tool_intent","data":{"tool":"start_session","input":{"prompt":"Do it","name":"one"}}}\
        """);
    print(
        false,
        """
        {"type":"tool_intent","data":{"tool":"wait","input":{"session":"one"}}}\
        """);
    print(
        false,
        """
        {"type":"tool_intent","data":{"tool":"wait","input":{"seconds":3}}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly("  start_session one", "  wait one", "  wait");
  }

  @Test
  void aFileToolIsShownByItsPathAndWithoutItsResult() {
    print(
        false,
        """
        {"type":"tool_intent","data":{"tool":"edit","input":{"path":"a.sh","new_text":"x"}}}\
        """);
    print(
        false,
        """
        {"type":"tool_result","data":{"error":false,"content":[{"type":"text","text":"Done"}]}}\
        """);
    assertThat(text.toString().lines()).containsExactly("  edit a.sh");
  }

  @Test
  void whatIsToBeApprovedIsShownWholeAndWithMarksForWhatHides() {
    print(
        false,
        """
        {"type":"approval_requested","data":{"approval_id":"event-1","tool":"bash",
         "input":{"command":"echo \\u202egnp\\u001b[2K\\ngit push"},"rules":["git push"]}}\
        """);
    print(
        false,
        """
        {"type":"approval_answered","data":{"answer":"refused","reason":"no\\u202e","username":"ann"}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly(
            "",
            "waits for approval of bash (git push)",
            "  $ echo [U+202E]gnp[U+001B][2K",
            "    git push",
            "refused by ann: no");
  }

  @Test
  void aLongCommandToApproveIsNotCut() {
    String command = "x".repeat(1 << 20);
    print(
        false,
        """
        {"type":"approval_requested","data":{"tool":"bash","input":{"command":"%s"},"rules":[]}}\
        """
            .formatted(command));
    assertThat(text.toString()).contains("  $ " + command);
  }

  @Test
  void whatWasChangedIsShownWithWhereItsPatchIs() {
    print(
        false,
        """
        {"type":"changes","data":{"directory":"web","files":1,"insertions":2,"deletions":3,
         "url":"https://x/changes.patch","notes":["lib is a submodule"]}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly(
            "changed web: 1 file, +2 -3, https://x/changes.patch", "  lib is a submodule");
  }

  @Test
  void aJobIsToldOfWhenItStartsAndEnds() {
    print(false, "{\"type\":\"job_started\",\"data\":{\"job\":\"server\",\"command\":\"run\"}}");
    print(
        false,
        """
        {"type":"job_ended","data":{"job":"server","outcome":"exited","exit_code":3,
         "duration_millis":1234}}\
        """);
    print(
        false,
        """
        {"type":"job_ended","data":{"job":"other","outcome":"killed","exit_code":143,
         "duration_millis":1234}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly(
            "    runs in the background as server",
            "the job server is over: exit 3, 1.2 s",
            "the job other is over: killed, 1.2 s");
  }

  @Test
  void whichInstructionsTheAgentGoesByIsShown() {
    print(
        false,
        """
        {"type":"instructions","data":{"files":[{"path":"/w/AGENTS.md"}],"skills":[{"name":"release"}]}}
        """);
    print(
        false,
        """
        {"type":"skill","data":{"skill":{"name":"release"},"text":"Tag it"}}
        """);
    assertThat(text.toString().lines().map(String::strip))
        .containsExactly(
            "goes by /w/AGENTS.md", "knows of the skill release", "reads the skill release");
  }

  @Test
  void whatTheNetworkPolicyRefusedIsShown() {
    print(
        false,
        """
        {"type":"network_denied","data":{"host":"example.com","port":443,
         "reason":"it does not allow this name","tries":2}}\
        """);
    assertThat(text.toString().strip())
        .isEqualTo("network policy refused example.com:443: it does not allow this name");
  }

  @Test
  void whatAnMcpServerHasAndWhyOneIsLeftOutIsShown() {
    print(
        false,
        """
        {"type":"mcp_server","data":{"server":"files","standing":"starting","command_id":"event-9"}}\
        """);
    print(
        false,
        """
        {"type":"mcp_server","data":{"server":"files","standing":"ready",
         "tools":[{"name":"mcp__files__a_b","tool":"a b"},{"name":"mcp__files__c","tool":"c"}]}}\
        """);
    print(
        false,
        """
        {"type":"mcp_server","data":{"server":"db","standing":"unavailable","reason":"it died"}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly("MCP server files: a b, c", "MCP server db is left out: it died");
  }

  @Test
  void theErrorOfAFileToolIsShown() {
    print(
        false,
        """
        {"type":"tool_result","data":{"error":true,"content":[{"type":"text","text":"no such text"}]}}\
        """);
    assertThat(text.toString()).contains("no such text");
  }

  @Test
  void eachFurtherTryOfTheModelIsALine() {
    print(
        false,
        """
        {"type":"model_away","data":{"reason":"openai:x: HTTP 503: busy","next_try":3,
         "wait_millis":8000,"left_millis":840000}}\
        """);
    print(
        false,
        """
        {"type":"model_away","data":{"reason":"nonsense","next_try":2,"most_tries":4,"wait_millis":500}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly(
            "model away: openai:x: HTTP 503: busy; try 3 in 8.0 s, giving up in 14 min 0 s",
            "model away: nonsense; try 2 of 4 in 0.5 s");
  }

  @Test
  void whyNothingHappensAndWhatComesNextIsALine() {
    print(
        false,
        """
        {"type":"stall","data":{"cause":"machine","since":"2026-11-27T10:28:02Z",
         "text":"`mvn verify` has run for 4 min 0 s without output.","next":"It is ended at 2026-11-27 10:32:02 UTC."}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly(
            "service: `mvn verify` has run for 4 min 0 s without output. It is ended at 2026-11-27 10:32:02 UTC.");
  }

  @Test
  void divergencesAndFailuresAreRedOnATerminal() {
    print(
        true,
        """
        {"type":"divergence","data":{"text":"turn 2"}}\
        """);
    print(
        true,
        """
        {"type":"failure","data":{"code":"model_refused","reason":"no"}}\
        """);
    assertThat(text.toString().lines()).allMatch(line -> line.startsWith("\u001b[31m"));
  }

  @Test
  void eventsThatMeanNothingToPeopleAndUnknownOnesAreLeftOut() {
    print(false, "{\"type\":\"created\",\"data\":{}}");
    print(false, "{\"type\":\"of_tomorrow\",\"data\":{}}");
    print(
        false,
        "{\"type\":\"model_turn\",\"data\":{\"parts\":[{\"type\":\"thinking\",\"text\":\"hm\"}]}}");
    assertThat(text.toString()).isEmpty();
  }

  @Test
  void whatOthersWroteReachesNoTerminalAsACommand() {
    print(
        true,
        """
        {"type":"model_turn","data":{"parts":[{"type":"text","text":"\\u001b]0;x\\u0007\\u001b[8mhi"}]}}\
        """);
    print(
        true,
        """
        {"type":"tool_intent","data":{"tool":"bash","input":{"command":"a\\u009b8m\\u202eb"}}}\
        """);
    print(
        true,
        """
        {"type":"tool_result","data":{"exit_code":0,"content":[{"type":"text","text":"\\u001b]52;c;eA==\\u0007"}]}}\
        """);
    assertThat(text.toString().replaceAll("\u001b\\[(0|1|2|31|32|36)m", ""))
        .isEqualTo("\nagent: ]0;xhi\n  $ ab\n    ]52;c;eA==\n    exit 0, 0.0 s\n");
  }

  @Test
  void aTextThatIsAlsoAnEventIsShownOnce() {
    for (var end : List.of("waiting\",\"data\":{\"message", "finished\",\"data\":{\"summary")) {
      print(
          false,
          """
          {"type":"model_turn","data":{"parts":[{"type":"text","text":"Which branch?\\n"}]}}\
          """);
      print(false, "{\"type\":\"" + end + "\":\"Which branch?\"}}");
    }
    assertThat(text.toString().lines())
        .containsExactly(
            "",
            "agent: Which branch?",
            "",
            "agent asks: waits for an answer",
            "",
            "agent: Which branch?",
            "",
            "done: see above");
  }

  @Test
  void aCallThatFailsBeforeItBeginsHasItsLine() {
    print(
        false,
        """
        {"type":"model_turn","data":{"parts":[
          {"type":"tool_use","id":"c1","name":"edit","input":{"path":"a.sh"}},
          {"type":"tool_use","id":"c2","name":"bash","input":{"command":"make"}}]}}\
        """);
    print(
        false,
        """
        {"type":"tool_result","data":{"call_id":"c1","error":true,
         "content":[{"type":"text","text":"old_text is missing"}]}}\
        """);
    print(
        false,
        """
        {"type":"tool_intent","data":{"call_id":"c2","tool":"bash","input":{"command":"make"}}}\
        """);
    print(
        false,
        """
        {"type":"tool_result","data":{"call_id":"c2","exit_code":1,"error":true,"content":[]}}\
        """);
    assertThat(text.toString().lines())
        .containsExactly("  edit a.sh", "    old_text is missing", "  $ make", "    exit 1, 0.0 s");
  }

  @Test
  void longOutputKeepsItsBeginningAndItsEnd() {
    var lines = IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).toList();
    assertThat(EventPrinter.shorten(lines))
        .startsWith("1", "2", "3", "4", "... 90 lines", "95")
        .endsWith("100")
        .hasSize(11);
    assertThat(EventPrinter.shorten(lines.subList(0, 11)))
        .hasSize(11)
        .doesNotContain("... 1 lines");
    assertThat(EventPrinter.shorten(List.of("x".repeat(10_000_160))))
        .containsExactly("x".repeat(160) + "... 10,000,000 characters");
  }

  @Test
  void timesAreShortForPeople() {
    assertThat(EventPrinter.seconds(40)).isEqualTo("0.0 s");
    assertThat(EventPrinter.seconds(9_960)).isEqualTo("10.0 s");
    assertThat(EventPrinter.seconds(59_400)).isEqualTo("59 s");
    assertThat(EventPrinter.seconds(200_000)).isEqualTo("3 min 20 s");
  }

  private void print(boolean terminal, String event) {
    printers
        .computeIfAbsent(
            terminal, on -> new EventPrinter(new PrintWriter(text, true), new Colours(on)))
        .print(SessionEvent.of(JsonObject.parse(event)));
  }
}
