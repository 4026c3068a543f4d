package io.agentservice.server.base.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The word that stands for the product in everything that is written (completions.md 2). Inside,
 * the word is always {@code agent}; both are understood on input, wherever it is read.
 *
 * <p>It is replaced in the finished JSON, so no feature has to think of it: in the names of the
 * fields that carry the word, in the values that do, and in session ids, also inside texts.
 */
public enum WireName {
  AGENT,
  DEVIN;

  private static final String BY_PRODUCT = "\"acus_by_product\"\\s*:\\s*\\{\\s*\"";

  /** What decoders of that word ask for beside the sums of the products there are. */
  private static final String FURTHER_PRODUCTS = "cascade\":0.0,\"terminal\":0.0,\"";

  private static final Word OUR_WORD = Word.of("agent");
  private static final Word OTHER_WORD = Word.of("devin");

  /**
   * A word and where it stands for the product.
   *
   * @param tail what it has in common with its capitalized form
   */
  private record Word(String tail, Pattern places) {
    static Word of(String word) {
      String tail = word.substring(1);
      String capital = word.substring(0, 1).toUpperCase(Locale.ROOT) + tail;
      return new Word(tail, pattern(word, capital));
    }

    /** To look for the places takes a hundred times as long as to see that there can be none. */
    boolean isIn(String json) {
      return json.contains(tail);
    }
  }

  /** A quote that begins a name or value: inside a text it would be escaped. */
  private static Pattern pattern(String word, String capital) {
    return Pattern.compile(
        ("(?<!\\\\)(\"(?:|num_|target_)?)<word>(_mode\"|_sessions_org_id\"|_id\"|_messages\")(?=\\s*:)"
                + "|(?<!\\\\)(\"(?:source|agent)\"\\s*:\\s*\")<word>(\")"
                + "|(?<!\\\\)("
                + BY_PRODUCT
                + ")<word>(\")"
                + "|(?<!\\\\)(\"type\"\\s*:\\s*\")<word>(_message\")"
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

  /** A stream whose every write is whole JSON texts. */
  OutputStream on(OutputStream out) {
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
