package io.agentservice.remote.browser;

import io.agentservice.remote.browser.Json.Node;
import io.agentservice.wire.frames.ToRemote.Browse;
import io.agentservice.wire.frames.ToRemote.BrowserAction;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Elements of a page: waits for them, and does to them what a person does with mouse and keys. */
final class Elements {
  /** So that the last look before the deadline still says what is wrong. */
  static final Duration LAST_LOOK = Duration.ofSeconds(2);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** Elements that have not come by then are wrong as a rule. */
  private static final Duration ELEMENT_LIMIT = Duration.ofSeconds(10);

  private Elements() {}

  /** Waits until the element can be clicked and stays where it is, then clicks as a person does. */
  static void click(Tab tab, Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var element = new LinkedHashMap<String, Object>();
    if (request.selector() != null) {
      element.put("selector", request.selector());
    } else if (request.text() != null && !request.text().isBlank()) {
      element.put("text", request.text());
    } else {
      throw BrowserException.invalid(
          request.action().word() + " needs a selector or the text of the element");
    }
    var patience = request.timeoutMillis() > 0 ? deadline : deadline.orIn(ELEMENT_LIMIT);
    var before = Node.EMPTY;
    var answerBy = deadline.plus(LAST_LOOK);
    var now = tab.ask("locate", element, answerBy);
    while (!now.text("state").equals("ready") || !now.equals(before)) {
      if (patience.isOver() || now.text("state").equals("bad_selector")) {
        throw notReady(request, now);
      }
      patience.pause(LOOK_AGAIN);
      before = now;
      now = tab.ask("locate", element, answerBy);
    }
    mouse(tab, "mouseMoved", now, answerBy);
    mouse(tab, "mousePressed", now, answerBy);
    mouse(tab, "mouseReleased", now, answerBy);
  }

  private static void mouse(Tab tab, String type, Node at, Deadline deadline)
      throws BrowserException, InterruptedException {
    var pressed = !type.equals("mouseMoved");
    tab.call(
        "Input.dispatchMouseEvent",
        Map.of(
            "type",
            type,
            "x",
            at.number("x"),
            "y",
            at.number("y"),
            "button",
            pressed ? "left" : "none",
            "clickCount",
            pressed ? 1 : 0),
        deadline);
  }

  /** Focuses the element as soon as it is there; the state that it is in then. */
  static String prepare(Tab tab, Browse request, Map<String, ?> members, Deadline deadline)
      throws BrowserException, InterruptedException {
    var element = new LinkedHashMap<String, Object>(members);
    if (request.selector() != null) {
      element.put("selector", request.selector());
    }
    var patience = request.timeoutMillis() > 0 ? deadline : deadline.orIn(ELEMENT_LIMIT);
    while (true) {
      var now = tab.ask("prepare", element, deadline.plus(LAST_LOOK));
      var state = now.text("state");
      if (state.equals("ready") || state.equals("done")) {
        return state;
      }
      var mayCome =
          state.equals("hidden") || (state.equals("missing") && request.selector() != null);
      if (!mayCome || patience.isOver()) {
        throw notReady(request, now);
      }
      patience.pause(LOOK_AGAIN);
    }
  }

  static void strike(Tab tab, String key, Deadline deadline)
      throws BrowserException, InterruptedException {
    for (var event : Keys.events(key)) {
      tab.call("Input.dispatchKeyEvent", event, deadline);
    }
  }

  private static BrowserException notReady(Browse request, Node now) {
    var byText = request.selector() == null && request.action() != BrowserAction.TYPE;
    var what =
        byText
            ? "the element with the text \"" + request.text() + "\""
            : request.selector() == null ? "the focused element" : request.selector();
    return switch (now.text("state")) {
      case "missing" ->
          new BrowserException(
              "not_found",
              byText
                  ? "nothing visible on the page has the text \"" + request.text() + "\""
                  : request.selector() == null
                      ? "no field has the focus: give a selector"
                      : "no element of the page fits the selector " + request.selector());
      case "bad_selector" ->
          BrowserException.invalid(request.selector() + " is not a CSS selector");
      case "hidden" -> new BrowserException(what + " is there but not visible");
      case "disabled" -> new BrowserException(what + " is disabled or read-only");
      case "covered" -> new BrowserException(what + " is covered by " + now.text("by"));
      case "no_field" ->
          BrowserException.invalid(what + " takes no text, it is " + now.text("kind"));
      case "no_value" ->
          BrowserException.invalid("not a value of a field of type " + now.text("kind"));
      case "no_option" ->
          BrowserException.invalid(
              what
                  + " has no such option; it has "
                  + now.list("options").stream()
                      .map(String::valueOf)
                      .collect(Collectors.joining(", ")));
      default -> new BrowserException(what + " does not stay in one place");
    };
  }

  static void show(Tab tab, Browse request, Deadline deadline)
      throws BrowserException, InterruptedException {
    var selector = String.valueOf(request.selector());
    var found = tab.ask("locate", Map.of("selector", selector), deadline);
    var state = found.text("state");
    if (state.equals("missing") || state.equals("hidden") || state.equals("bad_selector")) {
      throw notReady(request, found);
    }
  }
}
