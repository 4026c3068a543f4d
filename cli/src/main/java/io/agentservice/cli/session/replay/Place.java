package io.agentservice.cli.session.replay;

import io.agentservice.cli.home.FileLocks;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.LocalWorker;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a replay keeps while it goes on, in {@code replays} of the data directory; deleted in the
 * end, that of a killed one by the next replay.
 *
 * @param own holds its lock
 */
record Place(Home own, FileLocks locks) implements AutoCloseable {
  private static final String ALL = "replays";
  private static final String PREFIX = "replay-";
  private static final String LOCK = "lock";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** A new one; {@code tell}: what of others' could not be deleted. */
  static Place in(Home home, Consumer<String> tell) {
    var all = home.inside(ALL);
    // Under the lock of all, so that a new one is not taken for one that was left.
    try (var turn = FileLocks.on(all, LOCK)) {
      if (FileLocks.await(PATIENCE, turn::whole) == null) {
        throw CommandFailure.usage("other replays are just tidying up", "try again");
      }
      for (String name : left(all)) {
        try {
          tidyUp(all.inside(name));
        } catch (CommandFailure e) { // no reason not to begin
          tell.accept("what an earlier replay has left stays: " + e.getMessage());
        }
      }
      var own = all.inside(PREFIX + HexFormat.of().toHexDigits(new SecureRandom().nextInt()));
      var locks = FileLocks.on(own, LOCK);
      if (locks.whole() == null) {
        throw CommandFailure.usage("can't lock " + own.path(), null);
      }
      return new Place(own, locks);
    }
  }

  private static List<String> left(Home all) {
    try (Stream<Path> places = Files.list(all.path())) {
      return places
          .map(place -> place.getFileName().toString())
          .filter(name -> name.startsWith(PREFIX))
          .toList();
    } catch (IOException e) {
      throw CommandFailure.usage("can't look into %s: %s".formatted(all.path(), e), null);
    }
  }

  private static void tidyUp(Home place) {
    try (var locks = FileLocks.on(place, LOCK)) {
      if (locks.whole() != null) {
        LocalWorker.endOrphans(place.path().resolve("data"));
        delete(place.path());
      }
    }
  }

  Path data() {
    return own.directory("data");
  }

  /** An empty directory to work in. */
  Path work() {
    return own.directory("work");
  }

  Path log() {
    return own.file("log");
  }

  private static void delete(Path path) {
    try {
      Trees.delete(path);
    } catch (IOException e) {
      throw CommandFailure.usage("could not delete %s: %s".formatted(path, e.getMessage()), null);
    }
  }

  @Override
  public void close() {
    delete(own.path());
    locks.close();
  }
}
