package textkit;

import static textkit.Tests.assertEquals;

class WrapTest {
  void linesAreFilledUpToTheLastColumn() {
    assertEquals("to be\nor not\nto be\n", Wrap.text("to be or not to be", 6));
  }

  void paragraphsStaySeparate() {
    assertEquals("one\n\ntwo\n", Wrap.text("one\n\n\ntwo", 10));
  }

  void aLongWordStandsAlone() {
    assertEquals("a\nlongword\nb\n", Wrap.text("a longword b", 4));
  }

  void wideCharactersCountTwice() {
    assertEquals("\u6771\u4eac\nx\n", Wrap.text("\u6771\u4eac x", 5));
  }
}
