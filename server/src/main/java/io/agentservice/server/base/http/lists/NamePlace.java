package io.agentservice.server.base.http.lists;

/**
 * The place of a row in a list by name, for a {@link Listing.Keyed}: its id, and the beginning of
 * its name, from where the list goes on when the row is gone.
 *
 * @param name so much of it as fits into a cursor
 */
public record NamePlace(String id, String name) {
  private static final int LONGEST = 60;

  /** That of a row with this name. */
  public static NamePlace of(String id, String name) {
    boolean fits = name.codePointCount(0, name.length()) <= LONGEST;
    return new NamePlace(id, fits ? name : name.substring(0, name.offsetByCodePoints(0, LONGEST)));
  }

  /** That of a text which {@link #key} made. */
  public static NamePlace parse(String key) {
    int blank = key.indexOf(' ');
    return new NamePlace(key.substring(0, blank), key.substring(blank + 1));
  }

  /** Both in one text. */
  public String key() {
    return id + " " + name;
  }
}
