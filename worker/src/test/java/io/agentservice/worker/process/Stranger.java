package io.agentservice.worker.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/** A user that nobody else on the machine is: in no list, and without a process. */
public final class Stranger implements AutoCloseable {
  private final int number = ThreadLocalRandom.current().nextInt(100_000, 900_000_000);

  /** Skips the test where we can't become somebody else. */
  public Stranger() {
    assumeTrue("root".equals(System.getProperty("user.name")), "root becomes somebody else");
  }

  /** As given to {@code --run-as}. */
  public String words() {
    return number + ":" + number;
  }

  public RunAs user() {
    return RunAs.of(words());
  }

  /** True when no process of the user lives. */
  public boolean isIdle() {
    return UserProcesses.of(user()).isEmpty();
  }

  /** Makes a directory of the user's. */
  public Path directory(Path path) throws IOException {
    user().own(Files.createDirectories(path));
    return path;
  }

  /** Ends what it still runs, and forgets it. */
  @Override
  public void close() throws IOException {
    UserProcesses.killAll(user());
    Files.deleteIfExists(UserClaim.file(user()));
  }
}
