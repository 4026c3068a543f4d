package io.agentservice.cli.terminal;

import io.agentservice.client.sessions.EventData;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the agent asks people to approve, for a terminal: whole, with marks for what hides. */
public final class ApprovalText {
  private static final String INDENT = "  ";

  private ApprovalText() {}

  /** Its lines. {@code unclear}: why it can't be told what a command runs, or null. */
  public static List<String> request(
      EventData.Tool tool, List<String> rules, @Nullable String unclear) {
    var lines = new ArrayList<String>();
    lines.add(
        "waits for approval of %s (%s)"
            .formatted(Visible.of(tool.name()), Visible.of(String.join(", ", rules))));
    if (unclear != null) {
      lines.add(INDENT + "what it runs is not clear: " + PlainText.line(unclear));
    }
    var fields = tool.input().fields();
    boolean plain = tool.name().equals("bash") && fields.size() == 1;
    fields.forEach((name, value) -> {
      String text = value instanceof String said ? said : JsonObject.of(name, value).toJson();
      String label = plain ? "$ " : Visible.of(name) + ": ";
      var all = Visible.of(text).split("\n", -1);
      for (int i = 0; i < all.length; i++) {
        lines.add(INDENT + (i == 0 ? label : " ".repeat(label.length())) + all[i]);
      }
    });
    return lines;
  }

  /** What came of it, on one line. */
  static String answer(EventData.ApprovalAnswered answered) {
    String how =
        switch (Objects.requireNonNullElse(answered.answer(), "")) {
          case "approved" -> "approved";
          case "approved_for_session" -> "approved for the session";
          case "refused" -> "refused";
          default -> "the approval is not needed any more";
        };
    String who = answered.username() == null ? "" : " by " + answered.username();
    String reason = answered.reason() == null ? "" : ": " + answered.reason();
    return PlainText.line(how + who + reason);
  }
}
