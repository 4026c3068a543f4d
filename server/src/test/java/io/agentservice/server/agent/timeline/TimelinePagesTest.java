package io.agentservice.server.agent.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.timeline.TimelinePages.Page;
import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.http.answers.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimelinePagesTest {
  private final Logs log = new Logs();
  private final TimelinePages pages =
      new TimelinePages(new TurnReader(log), new AcuRates(900, new BigDecimal("2")));

  private Page newest(int limit) {
    return pages.newest(limit, log.last());
  }

  private static List<String> ids(Page page) {
    return page.items().stream().map(StepJson::id).toList();
  }

  /** 2,500 turns of two steps and four events each. */
  private void longLog() {
    for (int i = 0; i < 2_000; i++) {
      log.turn("first " + i, "second " + i);
    }
  }

  @Test
  void aPageOfALongLogReadsWhatItShowsAndNotTheLog() {
    longLog();
    assertThat(log.last()).isEqualTo(10_000);
    long middle = 5_000;

    int before = log.rows;
    newest(200);
    int atTheEnd = log.rows - before;
    pages.before(middle, 200, log.last());
    int before5000 = log.rows - before - atTheEnd;
    before = log.rows;
    pages.after(middle, 200, log.last());
    int after5000 = log.rows - before;
    before = log.rows;
    pages.around(middle, 200, log.last());
    int around5000 = log.rows - before;

    // 200 steps are 500 events; what is read beyond them is a part of a chunk at each end.
    assertThat(List.of(atTheEnd, before5000, after5000, around5000))
        .allSatisfy(rows -> assertThat(rows).isBetween(500, 900));
    before = log.rows;
    newest(20);
    assertThat(log.rows - before).isLessThanOrEqualTo(100);
  }

  @Test
  void thePageThatComesWithADocumentIsSmall() {
    for (int i = 0; i < 100; i++) {
      log.turn("x".repeat(4_000));
    }

    var page = pages.first(log.last());

    assertThat(page.lastSeq()).isEqualTo(log.last());
    assertThat(page.hasBefore()).isTrue();
    assertThat(Json.MAPPER.writeValueAsBytes(page)).hasSizeBetween(100 << 10, 129 << 10);
  }

  @Test
  void aShortLogIsOnePage() {
    log.add(new LoopEvent.MachineAttached("linux", "/x", false, null));
    log.turn("make");

    var page = newest(200);

    assertThat(ids(page)).containsExactly("e1", "e2-0");
    assertThat(page.firstSeq()).isEqualTo(1);
    assertThat(page.lastSeq()).isEqualTo(4);
    assertThat(page.logLastSeq()).isEqualTo(4);
    assertThat(page.hasBefore()).isFalse();
    assertThat(page.hasAfter()).isFalse();
  }

  @Test
  void anEmptyLogIsAnEmptyPage() {
    for (var page :
        List.of(newest(200), pages.after(0, 9, 0), pages.around(7, 9, 0), pages.before(7, 9, 0))) {
      assertThat(page.items()).isEmpty();
      assertThat(page.firstSeq()).isZero();
      assertThat(page.lastSeq()).isZero();
      assertThat(page.hasBefore()).isFalse();
      assertThat(page.hasAfter()).isFalse();
    }
  }

  @Test
  void pagesBackwardsAndForwardsMeetWithoutAGapOrADouble() {
    log.add(new LoopEvent.MachineAttached("linux", "/x", false, null));
    for (int i = 0; i < 50; i++) {
      log.turn("a" + i, "b" + i);
      if (i % 7 == 0) {
        log.add(new LoopEvent.Nudge("n" + i));
      }
    }
    var all = ids(newest(500));
    assertThat(all).hasSize(1 + 100 + 8);

    var backwards = new ArrayList<String>();
    var page = newest(10);
    backwards.addAll(ids(page));
    while (page.hasBefore()) {
      long last = page.firstSeq();
      page = pages.before(last, 10, log.last());
      assertThat(page.lastSeq()).isEqualTo(last - 1);
      assertThat(page.hasAfter()).isTrue();
      backwards.addAll(0, ids(page));
    }
    assertThat(backwards).isEqualTo(all);

    var forwards = new ArrayList<String>();
    page = pages.after(0, 10, log.last());
    forwards.addAll(ids(page));
    while (page.hasAfter()) {
      page = pages.after(page.lastSeq(), 10, log.last());
      forwards.addAll(ids(page));
    }
    assertThat(forwards).isEqualTo(all);
  }

  @Test
  void whatCameAfterAnEventBringsItsWholeTurn() {
    log.turn("a");
    log.add(Logs.answer(Logs.bash("x", "make")));
    long known = log.last();
    log.add(Logs.result("x", 0, "done"));
    log.turn("c");

    var page = pages.after(known, 200, log.last());

    assertThat(ids(page)).containsExactly("e4-0", "e6-0");
    assertThat(page.items().getFirst().status()).isEqualTo("ok");
    assertThat(pages.after(log.last(), 200, log.last()).items()).isEmpty();
    assertThat(pages.after(log.last(), 200, log.last()).lastSeq()).isEqualTo(log.last());
  }

  @Test
  void aPlaceInTheMiddleIsShownWithWhatIsAroundIt() {
    longLog();

    var page = pages.around(5_003, 20, log.last()); // within the turn that begins with 5001

    assertThat(page.items()).hasSize(20);
    assertThat(ids(page)).contains("e5001-0", "e5001-1");
    assertThat(ids(page).indexOf("e5001-0")).isEqualTo(10);
    assertThat(page.hasBefore()).isTrue();
    assertThat(page.hasAfter()).isTrue();
    assertThat(ids(pages.around(99_999, 20, log.last()))).contains("e9996-1");
  }

  @Test
  void anEventWithinATurnIsNoPlaceToCut() {
    log.turn("a");
    log.turn("b");

    assertThat(ids(pages.before(6, 200, log.last()))).containsExactly("e1-0");
    assertThat(pages.before(6, 200, log.last()).lastSeq()).isEqualTo(3);
    assertThat(ids(pages.before(99, 200, log.last()))).containsExactly("e1-0", "e4-0");
  }

  @Test
  void aTurnIsWholeHoweverSmallThePageIs() {
    log.turn("a", "b", "c");

    assertThat(ids(newest(1))).hasSize(3);
    assertThat(ids(pages.around(2, 1, log.last()))).hasSize(3);
  }

  @Test
  void aPageHasAtMost512KiB() {
    for (int i = 0; i < 200; i++) {
      log.turn("x".repeat(5_000) + i, "y");
    }

    var page = newest(500);

    assertThat(Json.MAPPER.writeValueAsBytes(page).length)
        .isBetween(400 << 10, TimelinePages.MOST_BYTES + 1_000);
    assertThat(page.hasBefore()).isTrue();
    assertThat(page.items().getLast().said().bodyCut()).isZero();
    assertThat(page.items().get(page.items().size() - 2).said().bodyCut()).isGreaterThan(900);
  }

  @Test
  void aTurnThatIsLargerIsShortened() {
    var calls =
        IntStream.range(0, 300)
            .<Part>mapToObj(i -> Logs.bash("c" + i, "z".repeat(4_000)))
            .toArray(Part[]::new);
    log.add(Logs.answer(calls));

    var page = newest(200);

    assertThat(page.items()).hasSize(300);
    assertThat(Json.MAPPER.writeValueAsBytes(page).length).isLessThan(TimelinePages.MOST_BYTES);
    assertThat(page.items().getFirst().said().bodyCut()).isEqualTo(4_000 - 256);
  }

  @Test
  void aStretchWithoutTurnsIsReadInParts() {
    for (int i = 0; i < 3_500; i++) {
      log.add(new LoopEvent.Nudge("n" + i));
    }
    var seen = new LinkedHashSet<String>();
    var page = newest(10);
    while (page.hasBefore()) {
      assertThat(seen.addAll(ids(page))).isTrue();
      page = pages.before(page.firstSeq(), 10, log.last());
    }
    seen.addAll(ids(page));
    assertThat(seen).hasSize(3_500);

    seen.clear();
    page = pages.after(0, 10, log.last());
    seen.addAll(ids(page));
    while (page.hasAfter()) {
      page = pages.after(page.lastSeq(), 10, log.last());
      assertThat(seen.addAll(ids(page))).isTrue();
    }
    assertThat(seen).hasSize(3_500);
  }

  @Test
  void bothWaysCutATurnThatIsLongAfterABoundAtTheSamePlaces() {
    for (int i = 1; i <= 1_700; i++) {
      log.add(i == 500 ? Logs.answer(Logs.bash("c", "make")) : new LoopEvent.Nudge("n" + i));
    }
    var turns = new TurnReader(log);

    var backwards = firsts(turns.backwards(Long.MAX_VALUE)).reversed();

    assertThat(backwards).containsExactly(1L, 500L, 1_500L);
    assertThat(firsts(turns.forwards(1))).isEqualTo(backwards);
  }

  private static List<Long> firsts(TurnReader.Turns turns) {
    return Stream.generate(turns::next)
        .takeWhile(Objects::nonNull)
        .map(TurnReader.Turn::first)
        .toList();
  }

  @Test
  void textsAreCutBetweenCharacters() {
    log.add(new LoopEvent.Nudge("first\n" + "\u00e4\ud83d\ude00".repeat(2_000)));
    String out = "\u20ac".repeat(3_000);
    log.add(Logs.answer(Logs.bash("c", "x")));
    log.add(Logs.result("c", 0, out));

    var items = newest(200).items();

    var said = items.getFirst().said();
    assertThat(Utf8.bytes(String.valueOf(said.body()))).isBetween(4_090, 4_096);
    assertThat(
            String.valueOf(said.body()).codePointCount(0, String.valueOf(said.body()).length())
                + said.bodyCut())
        .isEqualTo(4_006);
    var output = items.getLast().outcome().output();
    assertThat(output.head()).isEqualTo("\u20ac".repeat(682));
    assertThat(output.tail()).isEqualTo("\u20ac".repeat(682) + "\n");
    assertThat(output.bytes()).isEqualTo(9_001);
    assertThat(output.lines()).isEqualTo(1);
  }

  @Test
  void aTextIsFoundInTheStepsOfAPartOfTheLog() {
    longLog();
    var search = new StepSearch(new TurnReader(log));

    var first = search.page("SECOND 1", 0, 3, log.last());

    assertThat(first.items())
        .extracting(StepSearch.Found::excerpt)
        .containsExactly("second 1", "second 10", "second 11");
    assertThat(first.hasNextPage()).isTrue();
    var ids = new LinkedHashSet<String>();
    var page = first;
    ids.addAll(page.items().stream().map(StepSearch.Found::stepId).toList());
    while (page.hasNextPage()) {
      int before = log.rows;
      page = search.page("second 1", page.lastSeq(), 100, log.last());
      assertThat(log.rows - before).isLessThan(5_000);
      ids.addAll(page.items().stream().map(StepSearch.Found::stepId).toList());
    }
    assertThat(ids).hasSize(1 + 10 + 100 + 1_000);
    assertThat(page.lastSeq()).isEqualTo(log.last());
  }
}
