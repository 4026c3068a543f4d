package example.core;

import java.io.IOException;
import java.io.StringReader;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;

public final class Table {
  private Table() {}

  public static int rows(String csv) throws IOException {
    try (CSVParser parser = CSVFormat.DEFAULT.parse(new StringReader(csv))) {
      return parser.getRecords().size();
    }
  }
}
