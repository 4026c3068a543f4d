package io.agentservice.server.web.pages;

import io.agentservice.server.agent.timeline.steps.CallText;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.engine.approvals.Approval;
import io.agentservice.server.engine.approvals.AskedHost;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Lines;
import io.agentservice.wire.text.Visible;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent asks people to approve. */
final class ApprovalPart {
  private ApprovalPart() {}

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
        {}
        </form>
        <form method="post" action="{}">{}
        <label for="reason">Why not, for the agent</label>
        <input id="reason" name="reason" maxlength="10000">
        <button name="answer" value="refuse" class="danger">Refuse</button>
        </form>
        </section>
        """,
        why(asked.tool(), asked.rules(), asked.unclear()),
        command(Visible.of(CallText.of(asked.tool(), Json.MAPPER.readTree(asked.input())))),
        to,
        csrf,
        asked.tool().equals(AskedHost.TOOL) // which lasts for the session in any case
            ? ""
            : Html.of(
                "<button name=\"answer\" value=\"session\">Approve for this session</button>"),
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

  static Html command(String text) {
    return Lines.scrollable("command", "What the agent wants to do", Html.of("{}", text));
  }
}
