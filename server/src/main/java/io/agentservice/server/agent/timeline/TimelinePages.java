package io.agentservice.server.agent.timeline;

import io.agentservice.server.agent.timeline.TurnReader.Turn;
import io.agentservice.server.agent.timeline.TurnReader.Turns;
import io.agentservice.server.agent.timeline.steps.Step;
import io.agentservice.server.agent.timeline.steps.Timeline;
import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.http.answers.Json;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pages of a log's steps, of whole turns each; what a page costs does not grow with the log. */
final class TimelinePages {
  /** Of JSON. */
  static final int MOST_BYTES = 512 << 10;

  /** Turns without steps, or with large outputs, are read no further than this. */
  private static final int MOST_EVENTS = 5_000;

  /** The page that comes with a document, which is to be small when packed. */
  private static final int FIRST_STEPS = 200;

  private static final int FIRST_BYTES = 128 << 10;

  private static final long MOST_CHARACTERS = 16 << 20;

  private final TurnReader turns;
  private final AcuRates rates;

  TimelinePages(TurnReader turns, AcuRates rates) {
    this.turns = turns;
    this.rates = rates;
  }

  /**
   * As the interface shows it.
   *
   * @param firstSeq 0 of an empty page, as {@code lastSeq} but for one after an event
   */
  record Page(
      List<StepJson> items,
      long firstSeq,
      long lastSeq,
      long logLastSeq,
      boolean hasBefore,
      boolean hasAfter) {}

  /** {@code last}: the newest number of the log. */
  Page newest(int limit, long last) {
    return newest(limit, MOST_BYTES, last);
  }

  /** As many of the newest steps as may come along with a document. */
  Page first(long last) {
    return newest(FIRST_STEPS, FIRST_BYTES, last);
  }

  private Page newest(int limit, int mostBytes, long last) {
    var page = new Assembly();
    page.addBefore(turns.backwards(Long.MAX_VALUE), limit, mostBytes, true);
    return page.done(last, last);
  }

  /** Turns that end before an event. */
  Page before(long seq, int limit, long last) {
    long to = seq > last ? Long.MAX_VALUE : turns.beginning(seq);
    var page = new Assembly();
    page.addBefore(turns.backwards(to), limit, MOST_BYTES, true);
    return page.done(last, 0);
  }

  /** Turns that have events after one. */
  Page after(long seq, int limit, long last) {
    var page = new Assembly();
    if (seq < last) {
      page.addAfter(turns.forwards(turns.beginning(seq + 1)), limit);
    }
    return page.done(last, Math.min(seq, last));
  }

  /** The turn of an event in the middle. */
  Page around(long seq, int limit, long last) {
    long begin = turns.beginning(Math.min(seq, last));
    var page = new Assembly();
    page.addBefore(turns.backwards(begin), limit / 2, MOST_BYTES / 2, false);
    page.addAfter(turns.forwards(begin), limit);
    return page.done(last, last);
  }

  /** The steps of a turn, as they stand at its end, in their order. */
  static Collection<Step> steps(Turn turn) {
    var timeline = new Timeline();
    Map<String, Step> steps = new LinkedHashMap<>();
    turn.events().forEach(event -> timeline.add(event).forEach(step -> steps.put(step.id(), step)));
    return steps.values();
  }

  /** A page that grows at both ends. */
  private final class Assembly {
    private final Deque<List<StepJson>> items = new ArrayDeque<>();
    private int size;
    private long bytes;
    private int events;
    private long characters;
    private long first;
    private long last;

    /** {@code any}: at least one turn with steps, however large. */
    void addBefore(Turns older, int limit, int mostBytes, boolean any) {
      while (wantsMore(limit)) {
        var turn = older.next();
        var steps = turn == null ? null : fitting(turn, limit, mostBytes, any && size == 0);
        if (turn == null || steps == null) {
          return;
        }
        items.addFirst(steps);
        last = last == 0 ? turn.last() : last;
        first = turn.first();
      }
    }

    /** At least one turn: the one that is asked for. */
    void addAfter(Turns newer, int limit) {
      boolean begun = false;
      while (!begun || wantsMore(limit)) {
        var turn = newer.next();
        var steps = turn == null ? null : fitting(turn, limit, MOST_BYTES, !begun);
        if (turn == null || steps == null) {
          return;
        }
        begun = true;
        items.addLast(steps);
        first = first == 0 ? turn.first() : first;
        last = turn.last();
      }
    }

    private boolean wantsMore(int limit) {
      return size < limit && events < MOST_EVENTS && characters < MOST_CHARACTERS;
    }

    /** Null when they don't fit; shortened when they must. */
    private @Nullable List<StepJson> fitting(Turn turn, int limit, int mostBytes, boolean must) {
      events += turn.events().size();
      characters += turn.characters();
      var steps = steps(turn);
      var shown = steps.stream().map(step -> StepJson.of(step, rates)).toList();
      long length = bytes(shown);
      boolean large = bytes + length > mostBytes;
      if (!must && (large || size + shown.size() > limit)) {
        return null;
      }
      if (large) {
        shown = steps.stream().map(step -> StepJson.shortOf(step, rates)).toList();
        length = bytes(shown);
      }
      size += shown.size();
      bytes += length;
      return shown;
    }

    private static long bytes(List<StepJson> steps) {
      return Json.MAPPER.writeValueAsBytes(steps).length;
    }

    /** {@code whenEmpty}: the last event of a page without turns. */
    Page done(long logLast, long whenEmpty) {
      long end = last == 0 ? whenEmpty : last;
      long newest = Math.max(logLast, end);
      return new Page(
          items.stream().flatMap(List::stream).toList(),
          first,
          end,
          newest,
          last == 0 ? end > 0 : first > 1,
          end < newest);
    }
  }
}
