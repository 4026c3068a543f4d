package textkit;

import static textkit.Tests.assertEquals;

class SlugTest {
  void accentsAndPunctuationGo() {
    assertEquals("creme-brulee", Slug.of("Cr\u00e8me br\u00fbl\u00e9e!"));
  }

  void runsOfOtherCharactersBecomeOneDash() {
    assertEquals("q1-q2-report", Slug.of("Q1 / Q2 -- Report"));
  }
}
