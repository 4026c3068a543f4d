package io.agentservice.e2e.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What happens to one session.
 *
 * @param afterMillis how long after the moment has come
 * @param pauseMillis how long the machine is without its worker, when that is killed
 */
record Strike(Target target, Moment moment, long afterMillis, long pauseMillis) {
  /** Longer than the grace time of the test, so that some machines come back too late. */
  private static final long LONGEST_PAUSE = 5000;

  /** What is killed. */
  enum Target {
    REMOTE,
    WORKER,
    BOTH
  }

  /** When. */
  enum Moment {
    /** As soon as the claim is seen: the remote is being fetched, started or connects. */
    CLAIMED,
    /** While its command runs or what comes after it. */
    COMMAND_RUNS
  }

  /** Chooses the sessions that are struck, and how. */
  static Map<String, Strike> plan(List<String> sessions, int percent, Random random) {
    var plan = new HashMap<String, Strike>();
    var drawn = new ArrayList<>(sessions);
    Collections.shuffle(drawn, random);
    for (var session : drawn.subList(0, sessions.size() * percent / 100)) {
      var moment = Moment.values()[random.nextInt(2)];
      plan.put(
          session,
          new Strike(
              Target.values()[random.nextInt(3)],
              moment,
              random.nextLong(moment == Moment.CLAIMED ? 500 : 1200),
              random.nextLong(LONGEST_PAUSE)));
    }
    return plan;
  }
}
