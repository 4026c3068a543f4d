package io.agentservice.e2e.walk;

import io.agentservice.server.web.pages.Browser;
import java.util.Map;

/**
 * How a person reaches what is on a page. Elements are expressions of JavaScript, as {@link
 * #button} makes them.
 */
abstract class Hand {
  final Browser browser;

  Hand(Browser browser) {
    this.browser = browser;
  }

  /** What can be pressed and has these words, in the document that an expression says. */
  static String button(String document, String words) {
    return "[...%s.querySelectorAll('button, a, summary')].find(e => e.checkVisibility() && !e.disabled && e.innerText.trim() === %s)"
        .formatted(document, Browser.quoted(words));
  }

  static String button(String words) {
    return button("document", words);
  }

  /** Of the page itself. */
  static String element(String selector) {
    return "document.querySelector(%s)".formatted(Browser.quoted(selector));
  }

  /** In the form of what the person holds. */
  abstract void begin() throws Exception;

  abstract void press(String element) throws Exception;

  /** Does what has a key: by that, or by its element. */
  abstract void does(String keys, String element) throws Exception;

  /** Does what has a name. */
  abstract void doesByName(String name) throws Exception;

  /** Opens a comment on the line of the file in view that has the label. */
  abstract void comments(String label) throws Exception;

  abstract void choose(String select, String value) throws Exception;

  /** A list of choices takes keys for itself. */
  abstract void leavesList() throws Exception;

  /** Replaces nothing: what is there stays before it. */
  final void write(String field, String text) throws Exception {
    until("(%s ?? null) !== null".formatted(field));
    focus(field);
    browser.type(text);
  }

  /** So that what is typed goes there. */
  abstract void focus(String field) throws Exception;

  final boolean is(String condition) throws Exception {
    return browser.value(condition).asBoolean(false);
  }

  final void until(String condition) throws Exception {
    browser.until(condition);
  }

  final void untilFocused(String element) throws Exception {
    until(focused(element));
  }

  static String focused(String element) {
    return "(e => !!e && e.ownerDocument.activeElement === e && (e.ownerDocument === document || e.ownerDocument.defaultView.frameElement === document.activeElement))(%s)"
        .formatted(element);
  }

  /** One after the other, such as {@code g s}; {@code Control+k} are two at once. */
  final void keys(String keys) throws Exception {
    for (var key : keys.split(" ", -1)) {
      int with = key.indexOf('+');
      if (with < 0) {
        browser.press(key);
      } else {
        browser.press(key.substring(with + 1), key.substring(0, with));
      }
    }
  }

  final void device(int width, int height, boolean mobile) throws Exception {
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            width,
            "height",
            height,
            "deviceScaleFactor",
            mobile ? 2 : 1,
            "mobile",
            mobile));
  }
}
