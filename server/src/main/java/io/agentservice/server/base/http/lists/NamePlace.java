package io.agentservice.server.base.http.lists;

/**
 * A row's place in a list by name: its id and the start of its name that fits a cursor, should the
 * row be gone.
 */
public record NamePlace(String id, String name) {
  private static final int LONGEST = 60;

  public static NamePlace of(String id, String name) {
    boolean fits = name.codePointCount(0, name.length()) <= LONGEST;
    return new NamePlace(id, fits ? name : name.substring(0, name.offsetByCodePoints(0, LONGEST)));
  }

  /** That of a text which {@link #key} made. */
  public static NamePlace parse(String key) {
    int blank = key.indexOf(' ');
    return new NamePlace(key.substring(0, blank), key.substring(blank + 1));
  }

  public String key() {
    return id + " " + name;
  }
}
