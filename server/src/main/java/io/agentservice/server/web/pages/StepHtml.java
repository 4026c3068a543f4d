package io.agentservice.server.web.pages;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.timeline.steps.EventWords;
import io.agentservice.server.agent.timeline.steps.Step;
import io.agentservice.server.agent.timeline.steps.Step.Kind;
import io.agentservice.server.agent.timeline.steps.Step.Status;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Lines;
import io.agentservice.server.web.pages.html.PlainAddress;
import io.agentservice.server.web.pages.html.Words;
import io.agentservice.wire.costs.Cost;
import io.agentservice.wire.text.Visible;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How steps look; a later item replaces one of the same id. */
record StepHtml(SessionId session) {
  /** The place of what the model is writing just now. */
  static final String WRITING = "writing";

  /** Characters of a message that a page shows: one may have a mebibyte, and steps follow it. */
  private static final int SHOWN = 8_000;

  private static final int INPUT_CHARACTERS = 2000;

  /** Where a shared file is, at whatever base address this server has now. */
  private static final Pattern SHARED =
      Pattern.compile("/v3/organizations/org-[0-9a-f]{32}/attachments/[0-9a-f-]{32,36}/[^/\\s]+$");

  /** An element of the page; empty markup takes it away. */
  record Item(String id, Html html) {}

  Item item(Step step) {
    return switch (step.kind()) {
      case MESSAGE -> message(step, Objects.requireNonNull(step.facts().message()));
      case SAID -> said(step, step.facts().cost() == null ? "said" : "turn");
      case QUESTION -> said(step, "said");
      case THOUGHT -> thought(step);
      case FINISHED -> finished(step);
      case APPROVAL -> approval(step);
      case COMMAND, EDIT, VIEW, BROWSER, TOOL, PLAN, CHILD -> call(step);
      case STATE, NOTE -> note(step, "status");
      case PROBLEM -> note(step, "problem");
    };
  }

  /** A message as it was sent, until the agent has taken it into the log. */
  Item message(Message message) {
    String name = message.username() == null ? "User" : message.username();
    boolean waits = message.delivery().equals("queued");
    var time =
        Html.of(
            "{}{}",
            waits ? Html.of("<em>queued</em>") : Html.NONE,
            Words.clock(message.createdAt()));
    int count = message.attachmentIds().size() + message.attachmentLinks().size();
    var came = count == 0 ? Html.NONE : Html.of("<p class=\"hint\">Attachments: {}</p>", count);
    return message(message.eventId(), name, message.message(), time, came);
  }

  private Item message(Step step, Step.Message behind) {
    var came =
        Stream.concat(
                behind.files().stream()
                    .map(file -> "%s (%,d bytes)".formatted(file.path(), file.sizeBytes())),
                behind.links().stream())
            .map(Visible::of)
            .collect(Collectors.joining(", "));
    return message(
        behind.id(),
        String.valueOf(step.facts().user()),
        text(step),
        Words.clock(step.at()),
        came.isEmpty() ? Html.NONE : Html.of("<p class=\"hint\">Attached: {}</p>", came));
  }

  /** The id of the item of a message. */
  static String ofMessage(String eventId) {
    return "m-" + eventId;
  }

  private Item message(String eventId, String name, String text, Html time, Html came) {
    String id = ofMessage(eventId);
    String shown = begin(text, SHOWN);
    var rest =
        shown.length() == text.length()
            ? Html.NONE
            : Html.of(
                "<p class=\"hint\">{} more characters: <a href=\"{}/messages/{}\">the whole message</a></p>",
                "%,d".formatted(text.length() - shown.length()),
                PlainAddress.of(session),
                eventId);
    return new Item(
        id,
        Html.of(
            "<li id=\"{}\" class=\"user\"><header><b>{}</b>{}</header><div class=\"text\">{}</div>{}{}</li>",
            id,
            name,
            time,
            shown,
            rest,
            came));
  }

  private static Item said(Step step, String kind) {
    return item(
        step,
        kind,
        Html.of(
            "<header><b>Agent</b>{}{}</header><div class=\"text\">{}</div>",
            cost(step),
            Words.clock(step.at()),
            text(step)));
  }

  private static Item thought(Step step) {
    return item(
        step,
        "turn",
        Html.of(
            "<header><b>Agent</b>{}{}</header><details class=\"thought\"><summary>Thought</summary><div class=\"text\">{}</div></details>",
            cost(step),
            Words.clock(step.at()),
            text(step)));
  }

  private static Html cost(Step step) {
    var cost = step.facts().cost();
    return cost == null
        ? Html.NONE
        : Html.of(
            "<span class=\"cost\">{}</span>",
            "%s · %,d + %,d tokens · %s · %s"
                .formatted(
                    cost.model(),
                    cost.usage().promptTokens(),
                    cost.usage().outputTokens(),
                    EventWords.millis(cost.durationMillis()),
                    Cost.dollars(cost.dollars())));
  }

  private static Item finished(Step step) {
    String output = step.facts().output();
    return item(
        step,
        "finished",
        Html.of(
            "<header><b>Finished</b>{}</header><div class=\"text\">{}</div>{}",
            Words.clock(step.at()),
            text(step),
            output == null ? Html.NONE : Lines.block(output)));
  }

  private Item approval(Step step) {
    boolean waits = step.status() == Status.RUNNING;
    String all = Visible.of(text(step));
    String shown = begin(all, SHOWN);
    return item(
        step,
        "approval",
        Html.of(
            "<header><b>{}</b>{}</header><p>{}</p>{}{}",
            waits ? "Waits for approval" : "Asked for approval",
            Words.clock(step.at()),
            Visible.of(step.title()),
            ApprovalPart.command(shown.length() == all.length() ? all : shown + "\u2026"),
            waits
                ? Html.of("<p><a href=\"{}#approval\">Answer it</a></p>", PlainAddress.of(session))
                : Html.NONE));
  }

  private static Item note(Step step, String kind) {
    String text = text(step);
    int address = text.lastIndexOf('\n');
    var link = address < 0 ? Html.NONE : download(text);
    boolean live = step.status() == Status.RUNNING;
    return item(
        step,
        "note " + kind,
        Html.of(
            "{}{} {}{}",
            link.isEmpty() ? text : text.substring(0, address),
            link,
            Words.clock(step.at()),
            live ? live() : Html.NONE));
  }

  /** A link to a file that the agent has given; nothing when the address is none of such. */
  private static Html download(String text) {
    var shared = SHARED.matcher(text);
    return shared.find()
        ? Html.of(
            " <a href=\"{}\">Download {}</a>",
            shared.group(),
            shared.group().substring(shared.group().lastIndexOf('/') + 1))
        : Html.NONE;
  }

  private static Item call(Step step) {
    return item(
        step,
        "step",
        Html.of(
            "<div class=\"call {}\"><header>{}<span class=\"outcome\">{}</span>{}{}</header>{}{}</div>",
            state(step),
            title(step),
            outcome(step),
            cost(step),
            Words.clock(step.at()),
            input(step),
            step.status() == Status.RUNNING ? (step.begun() ? live() : Html.NONE) : result(step)));
  }

  private static String state(Step step) {
    return switch (step.status()) {
      case RUNNING -> step.begun() ? "running" : "waiting";
      case OK -> "done";
      case FAILED, INTERRUPTED, UNKNOWN -> "failed";
    };
  }

  private static String outcome(Step step) {
    Long took = step.durationMillis();
    String time = took == null ? "" : EventWords.millis(took);
    Integer exit = step.facts().exitCode();
    return switch (step.status()) {
      case RUNNING -> state(step);
      case OK -> time;
      case FAILED -> exit != null && exit != 0 ? "exit " + exit + " · " + time : "failed";
      case INTERRUPTED, UNKNOWN -> step.status().word();
    };
  }

  private static Html title(Step step) {
    return switch (step.kind()) {
      case COMMAND -> Html.of("<span class=\"tool\">Command</span>");
      case EDIT -> titled("Edit", step);
      case VIEW -> titled("View", step);
      case BROWSER -> titled("Browser", step);
      case CHILD -> child(step);
      default -> Html.of("<span class=\"tool\">{}</span>", step.title());
    };
  }

  private static Html child(Step step) {
    var id = step.facts().childId();
    return id == null
        ? titled("Session", step)
        : Html.of(
            "<span class=\"tool\">Session</span> <a href=\"{}\">{}</a>",
            Session.url("", new SessionId(id)),
            step.title());
  }

  private static Html titled(String word, Step step) {
    return Html.of("<span class=\"tool\">{}</span> <code>{}</code>", word, step.title());
  }

  private static Html input(Step step) {
    var diff = step.facts().diff();
    var plan = step.facts().plan();
    if (diff != null) {
      return Lines.change(diff.lines());
    }
    if (plan != null) {
      var rows =
          plan.stream()
              .map(item -> Html.of("<li class=\"{}\">{}</li>", item.status(), item.text()))
              .toList();
      return Html.of("<ul class=\"plan\">{}</ul>", Html.join(rows));
    }
    String body = step.body();
    if (body == null) {
      return Html.NONE;
    }
    boolean cut = step.kind() != Kind.COMMAND && body.length() > INPUT_CHARACTERS;
    return Html.of(
        "<pre class=\"command\">{}</pre>", cut ? body.substring(0, INPUT_CHARACTERS) + "…" : body);
  }

  /** Where live output is to appear. */
  private static Html live() {
    return Lines.scrollable("output live", "Live output", Html.NONE);
  }

  private static Html result(Step step) {
    String output = Objects.requireNonNullElse(step.facts().output(), "");
    var shared = SHARED.matcher(output);
    if (step.title().startsWith("share_file ") && shared.find()) {
      return Html.of(
          "<p class=\"file\"><a href=\"{}\">Download {}</a></p>",
          shared.group(),
          step.title().substring("share_file ".length()));
    }
    var images = step.facts().images().stream().map(StepHtml::image).toList();
    return Html.of("{}{}", Lines.block(output), Html.join(images));
  }

  private static Html image(Part.Image image) {
    return Html.of(
        "<img alt=\"What the agent looked at\" src=\"data:{};base64,{}\">",
        image.mediaType(),
        image.base64());
  }

  private static String text(Step step) {
    return Objects.requireNonNullElse(step.body(), step.title());
  }

  private static String begin(String text, int most) {
    return text.substring(
        0, text.offsetByCodePoints(0, Math.min(most, text.codePointCount(0, text.length()))));
  }

  private static Item item(Step step, String kind, Html content) {
    return new Item(
        step.id(), Html.of("<li id=\"{}\" class=\"{}\">{}</li>", step.id(), kind, content));
  }
}
