package example;

import org.apache.commons.lang3.StringUtils;

public final class Words {
  private Words() {}

  public static String title(String text) {
    return StringUtils.capitalize(StringUtils.normalizeSpace(text));
  }
}
