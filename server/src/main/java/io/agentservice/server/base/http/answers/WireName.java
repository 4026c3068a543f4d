package io.agentservice.server.base.http.answers;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * The word for the product in all that is written (completions.md 2); both are understood on input,
 * inside it is {@code agent}.
 *
 * <p>Replaced in the finished JSON: in field names, values and session ids, also within texts.
 */
public enum WireName {
  AGENT,
  DEVIN;

  private static final String BY_PRODUCT = "\"acus_by_product\"\\s*:\\s*\\{\\s*\"";

  /** What decoders of that word ask for beside the sums of the products there are. */
  private static final String FURTHER_PRODUCTS = "cascade\":0.0,\"terminal\":0.0,\"";

  private static final Word OUR_WORD = Word.of("agent");
  private static final Word OTHER_WORD = Word.of("devin");

  /** {@code tail} is what a word shares with its capitalized form. */
  private record Word(String tail, Pattern places) {
    static Word of(String word) {
      String tail = word.substring(1);
      String capital = word.substring(0, 1).toUpperCase(Locale.ROOT) + tail;
      return new Word(tail, pattern(word, capital));
    }

    /** A hundred times as fast as searching the places. */
    boolean isIn(String json) {
      return json.contains(tail);
    }
  }

  /** A quote that begins a name or value: inside a text it would be escaped. */
  private static Pattern pattern(String word, String capital) {
    return Pattern.compile(
        ("(?<!\\\\)(\"(?:|num_|target_)?)<word>(_mode\"|_sessions_org_id\"|_id\"|_messages\")(?=\\s*:)"
                + "|(?<!\\\\)(\"(?:source|agent|direction)\"\\s*:\\s*\")<word>(\")"
                + "|(?<!\\\\)("
                + BY_PRODUCT
                + ")<word>(\")"
                + "|(?<!\\\\)(\"(?:event_)?type\"\\s*:\\s*\")<word>(_message\")"
                + "|(?<!\\\\)(\"remove_repo_from_)<word>(\")"
                + "|(?<!\\\\)(\"Use)<Word>(Sessions\")"
                + "|\\b()<word>(-[0-9a-f]{32})\\b")
            .replace("<word>", word)
            .replace("<Word>", capital));
  }

  /** JSON with the word of this setting. */
  public String write(String json) {
    return this == AGENT ? json : replaced(OUR_WORD, json, "devin", FURTHER_PRODUCTS);
  }

  /** JSON in our own word, whichever it was written in: for what compares what was written. */
  public static String ours(String json) {
    return replaced(OTHER_WORD, json, "agent", "");
  }

  private static String replaced(Word word, String json, String other, String products) {
    if (!word.isIn(json)) {
      return json;
    }
    return word.places()
        .matcher(json)
        .replaceAll(found -> {
          int group = 1;
          while (found.group(group) == null) {
            group += 2;
          }
          String rest = found.group(group + 1);
          String first = other.substring(0, 1);
          boolean capital = rest.startsWith("Sessions");
          String further = found.group().startsWith("\"acus_by_product") ? products : "";
          return found.group(group)
              + further
              + (capital ? first.toUpperCase(Locale.ROOT) : first)
              + other.substring(1)
              + rest;
        });
  }

  /** The members of a problem's body in our words; callers' texts stay. */
  private static final List<String> WORDS = List.of("detail", "hint", "required_permission");

  /** Names that carry the word, inside a text. */
  private static final Pattern NAMES =
      Pattern.compile(
          "\\b(Use)Agent(Sessions)\\b"
              + "|\\b(|num_|target_|remove_repo_from_)agent(|_mode|_sessions_org_id|_id|_messages)\\b(?![-.])"
              + "|(?<=/)()agent(s)\\b"
              + "|\\b()agent(-[0-9a-f]{32})\\b");

  /** A problem's body with the word of this setting, also inside its sentences. */
  public String problem(String json) {
    if (this == AGENT) {
      return json;
    }
    var body = (ObjectNode) Json.MAPPER.readTree(json);
    for (String name : WORDS) {
      var value = body.get(name);
      if (value != null && value.isString()) {
        body.put(name, text(value.stringValue()));
      }
    }
    for (var failure : body.path("detail")) {
      ((ObjectNode) failure).put("msg", text(failure.path("msg").asString("")));
    }
    return write(body.toString());
  }

  public String text(String text) {
    if (this == AGENT || !OUR_WORD.isIn(text)) {
      return text;
    }
    return NAMES
        .matcher(text)
        .replaceAll(found -> {
          int group = 1;
          while (found.group(group) == null) {
            group += 2;
          }
          String word = found.group(group).equals("Use") ? "Devin" : "devin";
          return found.group(group) + word + found.group(group + 1);
        });
  }

  /** A stream whose every write is whole JSON texts. */
  public OutputStream on(OutputStream out) {
    return this == AGENT ? out : new Renaming(out);
  }

  private final class Renaming extends FilterOutputStream {
    Renaming(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      var text = new String(bytes, offset, length, StandardCharsets.UTF_8);
      out.write(WireName.this.write(text).getBytes(StandardCharsets.UTF_8));
    }
  }
}
