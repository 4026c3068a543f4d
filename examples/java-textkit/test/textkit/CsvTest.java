package textkit;

import static textkit.Tests.assertEquals;

import java.util.List;

class CsvTest {
  void commasSeparateFieldsAndLineBreaksSeparateRows() {
    assertEquals(List.of(List.of("a", "b"), List.of("c", "")), Csv.parse("a,b\nc,\n"));
  }

  void quotedFieldsHoldCommasLineBreaksAndQuotes() {
    assertEquals(List.of(List.of("a,b", "c\nd", "say \"hi\"")), Csv.parse("\"a,b\",\"c\nd\",\"say \"\"hi\"\"\""));
  }

  void anOpenQuoteIsAnError() {
    try {
      Csv.parse("\"a");
    } catch (IllegalArgumentException e) {
      return;
    }
    throw new AssertionError("accepted");
  }
}
