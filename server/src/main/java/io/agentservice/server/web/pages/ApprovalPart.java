package io.agentservice.server.web.pages;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.Approval;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Lines;
import io.agentservice.server.web.pages.html.Visible;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the agent asks people to approve. */
final class ApprovalPart {
  /** Characters of a call in the timeline; where it is answered all of them are shown. */
  private static final int SHOWN = 8_000;

  private ApprovalPart() {}

  /** A request in the timeline. */
  static Html asked(SessionId session, LoopEvent.ApprovalRequested asked, Html time) {
    String all = call(asked.tool(), asked.input());
    boolean cut = all.codePointCount(0, all.length()) > SHOWN;
    return Html.of(
        """
        <header><b>Waits for approval</b>{}</header>{}{}<p><a href="/sessions/{}#approval">Answer it</a></p>\
        """,
        time,
        why(asked.tool(), asked.rules(), asked.unclear()),
        command(cut ? all.substring(0, all.offsetByCodePoints(0, SHOWN)) + "\u2026" : all),
        session.hex());
  }

  static String answered(LoopEvent.ApprovalAnswered answered) {
    String who = answered.username() == null ? "" : " by " + answered.username();
    String reason = answered.reason() == null ? "" : ": " + answered.reason();
    return switch (answered.answer()) {
      case APPROVED -> "Approved" + who + reason;
      case APPROVED_FOR_SESSION -> "Approved for the session" + who + reason;
      case REFUSED -> "Refused" + who + reason;
      case WITHDRAWN -> "The approval is not needed any more";
    };
  }

  /** Where a person answers: with the whole call, and a form for each answer. */
  static Html form(String path, Approval open, Html csrf) {
    var asked = open.asked();
    String to = path + "/approvals/" + open.eventId().value();
    return Html.of(
        """
        <section id="approval"><h2>The agent waits for your approval</h2>
        {}{}
        <form method="post" action="{}">{}
        <button name="answer" value="approve">Approve</button>
        <button name="answer" value="session">Approve for this session</button>
        </form>
        <form method="post" action="{}">{}
        <label for="reason">Why not, for the agent</label>
        <input id="reason" name="reason" maxlength="10000">
        <button name="answer" value="refuse" class="danger">Refuse</button>
        </form>
        </section>
        """,
        why(asked.tool(), asked.rules(), asked.unclear()),
        command(call(asked.tool(), Json.MAPPER.readTree(asked.input()))),
        to,
        csrf,
        to,
        csrf);
  }

  private static Html why(String tool, List<String> rules, @Nullable String unclear) {
    return Html.of(
        "<p><code>{}</code> asks by the rule {}{}</p>",
        tool,
        Html.join(
            rules.stream().map(rule -> Html.of("<code>{}</code> ", Visible.of(rule))).toList()),
        unclear == null ? "" : "What it runs is not clear: " + unclear + ".");
  }

  private static Html command(String text) {
    return Lines.scrollable("command", "What the agent wants to do", Html.of("{}", text));
  }

  /** A command as it is; of other calls all that they say. */
  private static String call(String tool, JsonNode input) {
    boolean plain = tool.equals("bash") && input.size() == 1;
    return Visible.of(plain ? input.path("command").asString("") : words(input));
  }

  private static String words(JsonNode input) {
    var text = new StringBuilder();
    input
        .properties()
        .forEach(member ->
            text.append(member.getKey())
                .append(": ")
                .append(
                    member.getValue().isString()
                        ? member.getValue().stringValue()
                        : member.getValue().toString())
                .append('\n'));
    return text.toString().stripTrailing();
  }
}
