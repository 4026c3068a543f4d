package io.agentservice.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.io.JsonStringEncoder;

/** The forms in which a secret's value may turn up. */
final class Variants {
  static final int SHORTEST = 4;

  /** A line of this length of a long value, such as a private key, gives it away as well. */
  private static final int TELLING_LINE = 16;

  private static final Pattern PERCENT = Pattern.compile("%[0-9A-F]{2}");

  private Variants() {}

  static Set<String> of(String value) {
    var forms = new LinkedHashSet<String>();
    var text = value.strip();
    if (text.length() < SHORTEST) {
      return forms;
    }
    addPlain(forms, text);
    addBase64(forms, text);
    text.lines()
        .map(String::strip)
        .filter(line -> line.length() >= TELLING_LINE)
        .forEach(line -> addPlain(forms, line));
    forms.removeIf(form -> form.length() < SHORTEST);
    return forms;
  }

  private static void addPlain(Set<String> forms, String text) {
    forms.add(text);
    forms.add(text.replace("\r\n", "\n"));
    forms.add(text.replace("\r\n", "\n").replace("\n", "\r\n"));
    var json = new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    forms.add(json);
    forms.add(json.replace("/", "\\/"));
    var form = URLEncoder.encode(text, UTF_8);
    var percent = form.replace("+", "%20");
    for (var escaped : List.of(form, percent, percent.replace("%7E", "~"))) {
      forms.add(escaped);
      forms.add(PERCENT.matcher(escaped).replaceAll(code -> code.group().toLowerCase(Locale.ROOT)));
    }
  }

  /** Base64 of the value in its three alignments within something longer. */
  private static void addBase64(Set<String> forms, String text) {
    var bytes = text.getBytes(UTF_8);
    forms.add(Base64.getEncoder().encodeToString(bytes));
    forms.add(Base64.getEncoder().encodeToString((text + "\n").getBytes(UTF_8)));
    for (int shift = 0; shift < 3; shift++) {
      var shifted = new byte[shift + bytes.length];
      System.arraycopy(bytes, 0, shifted, shift, bytes.length);
      int from = (shift * 8 + 5) / 6;
      int to = shifted.length * 8 / 6;
      if (to - from >= 2 * SHORTEST) {
        for (var encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
          forms.add(encoder.encodeToString(shifted).substring(from, to));
        }
      }
    }
  }
}
