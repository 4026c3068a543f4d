package example.app;

import example.core.Table;
import java.io.IOException;

public final class Report {
  private Report() {}

  public static String of(String csv) throws IOException {
    return Table.rows(csv) + " rows";
  }
}
