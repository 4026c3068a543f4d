package io.agentservice.e2e.servers;

import io.agentservice.e2e.servers.Blow.Down;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** What may happen to servers and database. Each leaves all in order. */
public enum Scenario {
  KILL("kill -9 of a server", 3, false),
  FREEZE("a server frozen (SIGSTOP)", 40, false),
  BLACK_HOLE("a server's database is a black hole", 40, false),
  CUT("a server is cut from the database", 20, false),
  SLOW("+100 ms to the database for all", 30, false),
  STOPPED("the database stopped", 60, true),
  FAIL_OVER("silent fail-over of the database", 0, true),
  ROLLING("rolling restart", 0, false);

  /** What a server that is well again gets before it counts as such. */
  private static final Duration RECOVERY = Duration.ofSeconds(5);

  private final String title;
  private final int seconds;
  private final boolean hitsAll;

  Scenario(String title, int seconds, boolean hitsAll) {
    this.title = title;
    this.seconds = seconds;
    this.hitsAll = hitsAll;
  }

  public String title() {
    return title;
  }

  /** Whether no server can serve meanwhile. */
  public boolean hitsAll() {
    return hitsAll;
  }

  /** How long the fault lasts when there is time for it. */
  public Duration lasts() {
    return Duration.ofSeconds(seconds);
  }

  /** Does it, for so long; the victim is one of the servers. */
  public Blow strike(Cluster cluster, Random random, Duration time)
      throws IOException, InterruptedException {
    int victim = random.nextInt(cluster.nodes().size());
    var node = cluster.nodes().get(victim);
    long begin = System.currentTimeMillis();
    switch (this) {
      case KILL -> {
        node.kill();
        pause(time);
        node.start();
      }
      case FREEZE -> {
        node.freeze();
        pause(time);
        node.thaw();
      }
      case BLACK_HOLE -> {
        node.network().silence(true);
        pause(time);
        node.network().silence(false);
      }
      case CUT -> {
        node.network().cut(true);
        pause(time);
        node.network().cut(false);
      }
      case SLOW -> {
        cluster.nodes().forEach(each -> each.network().delay(Duration.ofMillis(100)));
        pause(time);
        cluster.nodes().forEach(each -> each.network().delay(Duration.ZERO));
        return new Blow(this, begin, System.currentTimeMillis(), List.of());
      }
      case STOPPED -> {
        cluster.stopDatabase();
        pause(time);
        cluster.startDatabase();
        return all(cluster, begin);
      }
      case FAIL_OVER -> {
        cluster.failOverSilently();
        return new Blow(this, begin, System.currentTimeMillis(), List.of());
      }
      case ROLLING -> {
        return roll(cluster, begin);
      }
    }
    long end = System.currentTimeMillis();
    return new Blow(this, begin, end, List.of(new Down(victim, begin, end + RECOVERY.toMillis())));
  }

  /** None can serve until the end, and all can from then on. */
  private Blow all(Cluster cluster, long begin) {
    long end = System.currentTimeMillis();
    var downs = new ArrayList<Down>();
    for (int i = 0; i < cluster.nodes().size(); i++) {
      downs.add(new Down(i, begin, end));
    }
    return new Blow(this, begin, end, downs);
  }

  /** One after the other, as an upgrade does it. */
  private Blow roll(Cluster cluster, long begin) throws IOException, InterruptedException {
    var downs = new ArrayList<Down>();
    for (int i = 0; i < cluster.nodes().size(); i++) {
      long from = System.currentTimeMillis();
      cluster.nodes().get(i).stop();
      cluster.nodes().get(i).start();
      while (!cluster.nodes().get(i).isUp()) {
        pause(Duration.ofMillis(50));
      }
      downs.add(new Down(i, from, System.currentTimeMillis() + RECOVERY.toMillis()));
    }
    return new Blow(this, begin, System.currentTimeMillis(), downs);
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }
}
