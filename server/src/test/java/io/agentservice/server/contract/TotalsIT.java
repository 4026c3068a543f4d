package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Totals of lists, on the first page and on later ones (completions.md 4, fleet.md 3). */
class TotalsIT extends OnOutpost {
  private static final int MANY = 100;

  /** Walks a list a row at a time; answers the total of each page. */
  private List<Long> totals(String list, String field) {
    var totals = new ArrayList<Long>();
    var seen = new HashSet<String>();
    String cursor = "";
    boolean more = true;
    while (more) {
      var page = admin.get(list + "?first=1" + cursor).ok();
      totals.add(page.at("/total").longValue());
      assertThat(seen.addAll(page.each(field))).as("a row that was not there before").isTrue();
      assertThat(seen).hasSize(totals.size()).hasSizeLessThan(MANY);
      more = page.at("/has_next_page").booleanValue();
      cursor = "&after=" + page.text("/end_cursor");
    }
    return totals;
  }

  @Test
  void everyPageOfSessionsTellsHowManyThereAre() {
    session();
    session();
    session();
    assertThat(totals(path("sessions"), "/session_id")).containsExactly(3L, 3L, 3L);
  }

  @Test
  void everyPageOfMessagesTellsHowManyThereAre() {
    String session = path("sessions/" + session());
    admin.post(session + "/messages", json("message", "m")).ok();
    session();
    assertThat(totals(session + "/messages", "/event_id")).containsExactly(2L, 2L);
  }

  @Test
  void everyPageOfOutpostsTellsHowManyThereAre() {
    outpost(org.value().substring(4) + "-other");
    var totals = totals(OUTPOSTS, "/metadata/outpost_id"); // of the whole account
    assertThat(totals).hasSizeGreaterThan(1).containsOnly((long) totals.size());
  }

  @Test
  void aPageOfTheQueueTellsHowManyThereAreFromItsCursorOn() {
    session();
    session();
    session();
    var totals = new ArrayList<Long>();
    String cursor = "";
    for (int page = 0; page < 3; page++) {
      var list = admin.get(AGENTS + "?first=1&outpost=" + outpost + cursor).ok();
      totals.add(list.at("/total").longValue());
      cursor = "&cursor=" + list.text("/cursor");
    }
    assertThat(totals).containsExactly(3L, 2L, 1L);
  }
}
