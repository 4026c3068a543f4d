package io.agentservice.e2e.walk;

import io.agentservice.server.web.pages.Browser;
import java.util.List;
import java.util.Map;

/** A person with a phone: what is pressed lies under the finger, and nothing lies above it. */
final class Fingers extends Hand {
  Fingers(Browser browser) {
    super(browser);
  }

  @Override
  void begin() throws Exception {
    device(390, 844, true);
    browser.call(
        "Emulation.setTouchEmulationEnabled", Map.of("enabled", true, "maxTouchPoints", 1));
  }

  @Override
  void press(String element) throws Exception {
    until("!!" + element);
    browser.value(element + ".scrollIntoView({block: 'nearest', behavior: 'instant'})");
    until(
        """
        (e => {
          const of = r => ({x: r.left + r.width / 2, y: r.top + r.height / 2});
          const at = of(e.getBoundingClientRect());
          window.finger = at;
          const inside = e.ownerDocument.elementFromPoint(at.x, at.y);
          const frame = e.ownerDocument.defaultView.frameElement;
          if (frame) {
            const box = frame.getBoundingClientRect();
            window.finger = {x: at.x + box.left, y: at.y + box.top};
          }
          return !!inside && (e.contains(inside) || inside.contains(e));
        })(%s)
        """
            .formatted(element));
    var at = browser.value("window.finger");
    var point = Map.of("x", at.path("x").asDouble(0), "y", at.path("y").asDouble(0));
    browser.call(
        "Input.dispatchTouchEvent", Map.of("type", "touchStart", "touchPoints", List.of(point)));
    browser.call("Input.dispatchTouchEvent", Map.of("type", "touchEnd", "touchPoints", List.of()));
  }

  @Override
  void focus(String field) throws Exception {
    press(field);
    untilFocused(field);
  }

  @Override
  void does(String keys, String element) throws Exception {
    press(element);
  }

  @Override
  void doesByName(String name) throws Exception {
    press(element("[aria-label=More]"));
    press(button("document.getElementById('more')", name));
  }

  @Override
  void comments(String label) throws Exception {
    press(
        "document.querySelector('.changes [aria-label=' + CSS.escape(%s) + ']')"
            .formatted(Browser.quoted(label)));
    untilFocused(element(".remark textarea"));
  }

  /** The list itself is the phone's, where no page and no test reaches. */
  @Override
  void choose(String select, String value) throws Exception {
    browser.value(
        "{ const s = %s; s.focus(); s.value = %s; s.dispatchEvent(new Event('change', {bubbles: true})); 0 }"
            .formatted(select, Browser.quoted(value)));
  }

  @Override
  void leavesList() {
    // There are no keys to get back.
  }
}
