package io.agentservice.server.identity.passwords;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import io.agentservice.server.base.problems.Problem;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** argon2id with 19 MiB, 2 passes and 1 lane (auth.md 8), a few at a time. */
public final class PasswordHash {
  private static final int MEMORY_KIB = 19 * 1024;
  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int HASH_BYTES = 32;
  private static final int SALT_BYTES = 16;
  private static final Argon2Function ARGON2ID =
      Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID);

  private static final int AT_ONCE = 4;
  private static final int WAIT_SECONDS = 10;
  private static final Semaphore ROOM = new Semaphore(AT_ONCE, true);

  /** Compared where there is no hash, to take as long. */
  private static final String OF_NOBODY =
      "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmU$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private PasswordHash() {}

  /** What the database keeps of a password, its salt and parameters included. */
  public static String of(String password) {
    return inRoom(
        () -> Password.hash(password).addRandomSalt(SALT_BYTES).with(ARGON2ID).getResult());
  }

  /** Whether it is the password of the hash; of null none is, after as long a time. */
  static boolean matches(String password, @Nullable String hash) {
    String against = hash == null ? OF_NOBODY : hash;
    return inRoom(() ->
        Password.check(password, against).with(Argon2Function.getInstanceFromHash(against))
            && hash != null);
  }

  private static <T> T inRoom(Supplier<T> work) {
    boolean entered = false;
    try {
      entered = ROOM.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    if (!entered) {
      throw Problem.other(503, "unavailable", "Too many people sign in", "Try again in a moment")
          .withHeader("Retry-After", "5")
          .exception();
    }
    try {
      return work.get();
    } finally {
      ROOM.release();
    }
  }
}
