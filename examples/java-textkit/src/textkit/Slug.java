package textkit;

import java.text.Normalizer;
import java.util.Locale;

/** Turns a title into words for an address: "Crème brûlée!" becomes "creme-brulee". */
public final class Slug {
  private Slug() {}

  public static String of(String title) {
    return Normalizer.normalize(title, Normalizer.Form.NFD)
        .replaceAll("\\p{M}+", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}]+", "-")
        .replaceAll("^-|-$", "");
  }
}
