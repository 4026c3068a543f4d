package io.agentservice.server.agent.loop.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where the states of work trees are kept. */
class WorkTreesTest {
  private final WorkTrees trees = new WorkTrees();

  private int keep(String directory) {
    int place = trees.nextPlace(directory);
    trees.add(new WorkSaved(directory, "tree", null, null, null, 1, "attachment"));
    return place;
  }

  @Test
  void theNewestStateIsNeverOverwrittenByTheNext() {
    int last = keep(".");
    for (int n = 2; n <= 1000; n++) {
      int place = keep(".");
      assertThat(place).isNotEqualTo(last).isBetween(0, 5);
      last = place;
    }
  }

  @Test
  void whatIsKeptReachesBackByDoubling() {
    var kept = new TreeMap<Integer, Integer>();
    for (int n = 1; n <= 100; n++) {
      kept.put(keep("."), n);
    }
    assertThat(kept.values()).containsExactly(99, 98, 100, 88, 80, 96);
  }

  @Test
  void eachWorkTreeHasPlacesOfItsOwnAndWhatWasTooLargeTakesNone() {
    assertThat(keep("a")).isZero();
    assertThat(keep("b")).isZero();
    trees.add(new WorkSaved("a", "tree", null, null, null, 1L << 40, null));
    assertThat(keep("a")).isEqualTo(1);
  }
}
