package io.agentservice.server.web.pages;

import io.agentservice.server.web.pages.StepHtml.Item;
import io.agentservice.server.web.pages.html.Html;
import java.util.LinkedHashMap;
import java.util.Map;

/** A page's items while its log is read: the first, the prompt, and the newest up to a bound. */
final class ShownItems {
  /** Larger than one item can be. */
  static final long MAX_CHARACTERS = 2 << 20;

  private final int max;
  private final Map<String, Html> items = new LinkedHashMap<>();
  private long characters;
  private int leftOut;

  /** {@code max}: so many items beside the first. */
  ShownItems(int max) {
    this.max = max;
  }

  /** Adds an item, or puts it in the place of an earlier one; an empty one goes away. */
  void put(Item item) {
    if (item.html().isEmpty()) {
      forget(item.id());
      return;
    }
    var before = items.put(item.id(), item.html());
    characters += item.html().length() - (before == null ? 0 : before.length());
    trim();
  }

  void putIfAbsent(Item item) {
    if (!items.containsKey(item.id())) {
      put(item);
    }
  }

  /** How many are not shown. */
  int leftOut() {
    return leftOut;
  }

  Html html() {
    return Html.join(items.values());
  }

  private void trim() {
    while (items.size() > 2 && (items.size() - 1 > max || characters > MAX_CHARACTERS)) {
      var oldest = items.keySet().stream().skip(1).findFirst().orElseThrow();
      forget(oldest);
      leftOut++;
    }
  }

  private void forget(String id) {
    var gone = items.remove(id);
    characters -= gone == null ? 0 : gone.length();
  }
}
