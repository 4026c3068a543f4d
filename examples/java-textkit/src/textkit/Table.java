package textkit;

import java.util.List;

/** Rows with aligned columns; the first row is the header, numbers are aligned to the right. */
public record Table(List<List<String>> rows) {
  private static final String GAP = "  ";

  public static Table of(List<List<String>> rows) {
    return new Table(rows);
  }

  public String render() {
    int[] widths = widths();
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      line(out, rows.get(i), widths);
      if (i == 0) {
        rule(out, widths);
      }
    }
    return out.toString();
  }

  private int[] widths() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static void line(StringBuilder out, List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = i < row.size() ? row.get(i) : "";
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : GAP).append(isNumber(cell) ? padding + cell : cell + padding);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  private static void rule(StringBuilder out, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      out.append(i == 0 ? "" : GAP).append("-".repeat(widths[i]));
    }
    out.append('\n');
  }

  private static boolean isNumber(String cell) {
    return cell.matches("-?\\d+(\\.\\d+)?");
  }
}
