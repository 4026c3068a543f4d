package io.agentservice.server.context.indexing.chunks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * A text's searchable words, between blanks. All spellings of a name are one: {@code parserequest},
 * made of {@code parse} and {@code request}.
 *
 * @param declared names that the text seems to define
 * @param exact all names and words
 * @param parts what they are made of
 */
public record Words(String declared, String exact, String parts) {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{M}\\p{N}_$]+");

  /** {@code HTTPServer2} is HTTP, Server, 2. */
  private static final Pattern PART =
      Pattern.compile(
          "\\p{Lu}+(?![\\p{Ll}\\p{M}])|\\p{Lu}?[\\p{Ll}\\p{M}]+|\\p{N}+|[\\p{L}\\p{M}]+");

  private static final Pattern DECLARATION =
      Pattern.compile(
          "\\b(?:class|interface|enum|record|struct|trait|object|module|package|namespace|type|typedef|def|func|fn"
              + "|function|fun|sub|proc|const|let|var|val|macro_rules!|define|TABLE|VIEW|FUNCTION|INDEX)"
              + "\\s+(?:\\([^()]{0,80}\\)\\s*)?([\\p{L}\\p{M}\\p{N}_$]+)");

  /** A longer one is data. */
  private static final int MOST_NAME = 100;

  /** Of a search; further ones are left out. */
  static final int MOST_TERMS = 32;

  public static Words of(String text) {
    var declared = new StringJoiner(" ");
    DECLARATION.matcher(text).results().forEach(found -> declared.add(exact(found.group(1))));
    var exact = new StringJoiner(" ");
    var parts = new StringJoiner(" ");
    for (String name : names(text)) {
      exact.add(exact(name));
      parts.add(parts(name));
    }
    return new Words(declared.toString(), exact.toString(), parts.toString());
  }

  static List<String> names(String text) {
    var names = new ArrayList<String>();
    NAME.matcher(text)
        .results()
        .filter(found -> found.end() - found.start() <= MOST_NAME)
        .forEach(found -> names.add(found.group()));
    return names;
  }

  /** Distinct, up to {@link #MOST_TERMS}. */
  public static List<String> terms(String query) {
    return names(query).stream().distinct().limit(MOST_TERMS).toList();
  }

  public static String exact(String name) {
    return name.replaceAll("[_$]", "").toLowerCase(Locale.ROOT);
  }

  public static String parts(String name) {
    var parts = new StringJoiner(" ");
    PART.matcher(name).results().forEach(part -> parts.add(part.group().toLowerCase(Locale.ROOT)));
    return parts.toString();
  }
}
