package io.agentservice.e2e.walk;

import io.agentservice.server.web.pages.Browser;
import java.util.Map;

/** A person at a desk who has no mouse. */
final class Keyboard extends Hand {
  /** More of them than a page has places to go to. */
  private static final int MOST_STEPS = 200;

  Keyboard(Browser browser) {
    super(browser);
  }

  @Override
  void begin() throws Exception {
    device(1280, 900, false);
  }

  @Override
  void press(String element) throws Exception {
    focus(element);
    browser.press("Enter");
  }

  @Override
  void focus(String element) throws Exception {
    until("!!" + element);
    for (int step = 0; step < MOST_STEPS; step++) {
      if (is(focused(element))) {
        return;
      }
      tab();
    }
    throw new AssertionError("no way by the keyboard to " + element);
  }

  private void tab() throws Exception {
    for (var type : new String[] {"rawKeyDown", "keyUp"}) {
      browser.call(
          "Input.dispatchKeyEvent",
          Map.of("type", type, "key", "Tab", "code", "Tab", "windowsVirtualKeyCode", 9));
    }
  }

  @Override
  void does(String keys, String element) throws Exception {
    keys(keys);
  }

  @Override
  void doesByName(String name) throws Exception {
    keys("Control+k");
    untilFocused(element("dialog[open] input"));
    browser.type(name);
    until(
        "document.querySelector('dialog[open] [role=option][aria-selected=true]')?.innerText.startsWith(%s) === true"
            .formatted(Browser.quoted(name)));
    browser.press("Enter");
  }

  @Override
  void comments(String label) throws Exception {
    for (int step = 0; step < MOST_STEPS; step++) {
      if (is("document.activeElement.ariaLabel === " + Browser.quoted(label))) {
        browser.press("m");
        untilFocused(element(".remark textarea"));
        return;
      }
      browser.press("j");
    }
    throw new AssertionError("no way by the keyboard to " + label);
  }

  @Override
  void choose(String select, String value) throws Exception {
    focus(select);
    String chosen = "%s.value === %s".formatted(select, Browser.quoted(value));
    for (int step = 0; step < MOST_STEPS && !is(chosen); step++) {
      for (var type : new String[] {"rawKeyDown", "keyUp"}) {
        browser.call(
            "Input.dispatchKeyEvent",
            Map.of(
                "type",
                type,
                "key",
                "ArrowDown",
                "code",
                "ArrowDown",
                "windowsVirtualKeyCode",
                40));
      }
    }
    until(chosen);
  }

  @Override
  void leavesList() throws Exception {
    tab();
  }
}
