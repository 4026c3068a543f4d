package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.web.pages.StepHtml.Item;
import io.agentservice.server.web.pages.html.Html;
import org.junit.jupiter.api.Test;

class ShownItemsTest {
  private static Item item(String id, String text) {
    return new Item(id, Html.of("{}", text));
  }

  @Test
  void ofManyItemsTheFirstAndTheNewestAreShown() {
    var items = new ShownItems(2);
    for (int i = 0; i < 10; i++) {
      items.put(item("i" + i, i + " "));
    }
    assertThat(items.html().toString()).isEqualTo("0 8 9 ");
    assertThat(items.leftOut()).isEqualTo(7);
  }

  @Test
  void largeItemsAreLeftOutHoweverFewTheyAre() {
    var items = new ShownItems(Integer.MAX_VALUE);
    String large = "x".repeat(1 << 20);
    for (int i = 0; i < 10; i++) {
      items.put(item("i" + i, large));
    }
    assertThat(items.html().length()).isEqualTo(2 * large.length());
    assertThat(items.leftOut()).isEqualTo(8);
  }

  @Test
  void anItemThatComesAgainTakesItsPlaceAndAnEmptyOneGoesAway() {
    var items = new ShownItems(10);
    items.put(item("a", "a"));
    items.put(item("b", "b"));
    items.put(item("c", "c"));
    items.put(item("b", "B"));
    items.put(new Item("a", Html.NONE));
    items.putIfAbsent(item("c", "C"));
    assertThat(items.html().toString()).isEqualTo("Bc");
  }
}
