package textkit;

import static textkit.Tests.assertEquals;

import java.util.List;

class TableTest {
  void columnsAreAlignedAndNumbersGoToTheRight() {
    assertEquals(
        """
        city    km
        ------  --
        Berlin   7
        Rome    12
        """,
        Table.of(List.of(List.of("city", "km"), List.of("Berlin", "7"), List.of("Rome", "12"))).render());
  }

  void shortRowsAreFilledUp() {
    assertEquals("a  b\n-  -\nc\n", Table.of(List.of(List.of("a", "b"), List.of("c"))).render());
  }

  void aWideCharacterTakesTwoColumns() {
    assertEquals(
        "city    km\n------  --\nBerlin   7\n\u6771\u4eac    12\n",
        Table.of(List.of(List.of("city", "km"), List.of("Berlin", "7"), List.of("\u6771\u4eac", "12"))).render());
  }

  void aCombiningAccentTakesNoColumn() {
    assertEquals(
        "name  km\n----  --\nZoe\u0308    7\nAnna  12\n",
        Table.of(List.of(List.of("name", "km"), List.of("Zoe\u0308", "7"), List.of("Anna", "12"))).render());
  }
}
