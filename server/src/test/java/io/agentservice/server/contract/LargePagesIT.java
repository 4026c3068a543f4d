package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.LargestRows;
import io.agentservice.server.testing.OnOrganization;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists whose rows are as large as they may be. */
class LargePagesIT extends OnOrganization {
  private static final long MAX_ANSWER = 6L << 20;

  /** The values of a field of all items, page after page. */
  private List<String> walk(String list, String field) {
    var seen = new ArrayList<String>();
    String after = "";
    boolean more = true;
    while (more) {
      var page = member.get(list + after).ok();
      assertThat((long) page.body().length()).isLessThan(MAX_ANSWER);
      seen.addAll(page.each(field));
      assertThat(seen).doesNotHaveDuplicates(); // or it would go on for ever
      more = page.at("/has_next_page").booleanValue();
      after = "?after=" + page.text("/end_cursor");
    }
    return seen;
  }

  @Test
  void pagesOfLargeNotesAreShortAndHoldEachNoteOnce() {
    new LargestRows(server, org).notes(10);
    var seen = walk(path("knowledge/notes"), "/note_id");
    assertThat(seen).hasSize(10);
  }

  @Test
  void pagesOfLargeMessagesAreShortAndInOrder() {
    String session = new LargestRows(server, org).messages(10);
    var seen = walk(path("sessions/" + session + "/messages"), "/event_id");
    assertThat(seen).hasSize(11);
    assertThat(seen.subList(1, 11)).isSorted();
  }

  @Test
  void pagesOfSessionsWithLargeResultsAreShort() {
    new LargestRows(server, org).results(40);
    var seen = walk(path("sessions"), "/session_id");
    assertThat(seen).hasSize(40);
  }

  @Test
  void pagesOfLargeEventsAreShortAndLeaveNoGap() {
    String session = new LargestRows(server, org).events(50);
    long last = 0;
    boolean more = true;
    var seen = new ArrayList<String>();
    while (more) {
      var page = member.get(path("sessions/" + session + "/events?after=" + last)).ok();
      assertThat((long) page.body().length()).isLessThan(2 * MAX_ANSWER);
      seen.addAll(page.each("/seq"));
      assertThat(page.at("/last_seq").longValue()).isGreaterThan(last);
      last = page.at("/last_seq").longValue();
      more = page.at("/has_next_page").booleanValue();
    }
    assertThat(seen).hasSize(51);
    assertThat(seen.getLast()).isEqualTo("51");
  }
}
