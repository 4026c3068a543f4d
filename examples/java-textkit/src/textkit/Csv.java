package textkit;

import java.util.ArrayList;
import java.util.List;

/** Reads comma-separated values: quoted fields may hold commas, line breaks and doubled quotes. */
public final class Csv {
  private Csv() {}

  public static List<List<String>> parse(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        if (c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
          field.append('"');
          i++;
        } else if (c == '"') {
          quoted = false;
        } else {
          field.append(c);
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',') {
        row.add(take(field));
      } else if (c == '\n') {
        row.add(take(field));
        rows.add(row);
        row = new ArrayList<>();
      } else if (c != '\r') {
        field.append(c);
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("a quote is never closed");
    }
    if (field.length() > 0 || !row.isEmpty()) {
      row.add(take(field));
      rows.add(row);
    }
    return rows;
  }

  private static String take(StringBuilder field) {
    String text = field.toString();
    field.setLength(0);
    return text;
  }
}
