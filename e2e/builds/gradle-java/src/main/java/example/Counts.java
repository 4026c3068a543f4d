package example;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.util.Arrays;

public final class Counts {
  private Counts() {}

  public static Multiset<String> of(String text) {
    return HashMultiset.create(Arrays.asList(text.split(" ")));
  }
}
