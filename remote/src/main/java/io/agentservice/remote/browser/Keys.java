package io.agentservice.remote.browser;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys by the names that browsers give them, alone or as {@code Control+Shift+a}. */
final class Keys {
  private static final Map<String, Integer> NAMED =
      Map.ofEntries(
          Map.entry("Backspace", 8),
          Map.entry("Tab", 9),
          Map.entry("Enter", 13),
          Map.entry("Escape", 27),
          Map.entry("Space", 32),
          Map.entry("PageUp", 33),
          Map.entry("PageDown", 34),
          Map.entry("End", 35),
          Map.entry("Home", 36),
          Map.entry("ArrowLeft", 37),
          Map.entry("ArrowUp", 38),
          Map.entry("ArrowRight", 39),
          Map.entry("ArrowDown", 40),
          Map.entry("Delete", 46),
          Map.entry("F1", 112),
          Map.entry("F2", 113),
          Map.entry("F5", 116),
          Map.entry("F12", 123));
  private static final List<String> MODIFIERS = List.of("Alt", "Control", "Meta", "Shift");

  private Keys() {}

  /** The key's two events; throws {@link BrowserException} {@code invalid} for an unknown key. */
  static List<Map<String, Object>> events(String combination) throws BrowserException {
    var modifiers = 0;
    var rest = combination;
    for (var plus = rest.indexOf('+'); plus > 0; plus = rest.indexOf('+')) {
      var bit = MODIFIERS.indexOf(rest.substring(0, plus));
      if (bit < 0) {
        throw unknown(combination);
      }
      modifiers |= 1 << bit;
      rest = rest.substring(plus + 1);
    }
    var single = rest.codePointCount(0, rest.length()) == 1;
    var named = NAMED.get(rest);
    if (!single && named == null) {
      throw unknown(combination);
    }
    var text = text(rest, single);
    var plain = (modifiers & 7) == 0; // with Shift a letter is still typed
    var down = new LinkedHashMap<String, Object>();
    down.put("type", plain && text != null ? "keyDown" : "rawKeyDown");
    down.put("modifiers", modifiers);
    down.put("key", rest.equals("Space") ? " " : rest);
    down.put("code", code(rest, single));
    down.put(
        "windowsVirtualKeyCode",
        named != null ? named : (int) rest.toUpperCase(Locale.ROOT).charAt(0));
    if (plain && text != null) {
      down.put("text", text);
    }
    var up = new LinkedHashMap<>(down);
    up.put("type", "keyUp");
    up.remove("text");
    return List.of(down, up);
  }

  private static @Nullable String text(String key, boolean single) {
    if (single) {
      return key;
    }
    return switch (key) {
      case "Enter" -> "\r";
      case "Space" -> " ";
      default -> null;
    };
  }

  private static String code(String key, boolean single) {
    if (!single) {
      return key;
    }
    var upper = key.toUpperCase(Locale.ROOT);
    if (upper.matches("[A-Z]")) {
      return "Key" + upper;
    }
    return upper.matches("[0-9]") ? "Digit" + upper : "";
  }

  private static BrowserException unknown(String key) {
    return BrowserException.invalid(
        "no such key: "
            + key
            + "; give one character, or Enter, Tab, Escape, Space, Backspace, Delete, Home, End,"
            + " PageUp, PageDown, Arrow*, with Control+, Shift+, Alt+ or Meta+ in front");
  }
}
