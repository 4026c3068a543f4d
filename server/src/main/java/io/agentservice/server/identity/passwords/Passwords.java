package io.agentservice.server.identity.passwords;

import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.identity.signins.SignIns;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class Passwords {
  /** The code of the refusal that asks for {@link Attempt#newPassword}. */
  public static final String CHANGE_REQUIRED = "password_change_required";

  /** The code of the refusal of a new password that is too short or too long. */
  public static final String UNFIT = "password_unfit";

  private static final String METHOD = "password";
  private static final int SHORTEST = 12;
  private static final int LONGEST = 256;
  private static final int MOST_FAILURES = 10;
  private static final int SECONDS = (int) Duration.ofMinutes(15).toSeconds();

  private final Database database;
  private final SignIns signIns;

  public Passwords(Database database, SignIns signIns) {
    this.database = database;
    this.signIns = signIns;
  }

  /** A null {@code newPassword} keeps it; {@code source} is for the access list. */
  public record Attempt(
      String login,
      String password,
      @Nullable String newPassword,
      String ip,
      String source,
      String requestId) {
    @Override
    public String toString() {
      return "Attempt[" + requestId + "]";
    }

    private String account() {
      return "account " + login.toLowerCase(Locale.ROOT);
    }

    private String address() {
      return "address " + ip;
    }
  }

  /**
   * Answers the web session's token. 401 {@code credentials_invalid}; 429 after ten failures of the
   * address or the name; 403 {@code ip_not_allowed}, {@code password_change_required}; 400 {@code
   * password_unfit}.
   */
  public String signIn(Attempt attempt) {
    checkFit(attempt.newPassword());
    long failure = count(attempt);
    var found = database.with(PasswordSql.class, sql -> sql.find(attempt.login()));
    var human = found.size() == 1 ? found.getFirst() : null;
    String hash = human == null ? null : human.passwordHash();
    if (!PasswordHash.matches(attempt.password(), hash) || human == null) {
      throw refused(human);
    }
    checkSource(human, attempt);
    if (human.passwordOnce() && attempt.newPassword() == null) {
      forgive(attempt, failure);
      throw Problem.other(
              403,
              CHANGE_REQUIRED,
              "This password is good for one sign-in",
              "Choose a new one of at least " + SHORTEST + " characters")
          .exception();
    }
    String changed = attempt.newPassword() == null ? null : PasswordHash.of(attempt.newPassword());
    return database.inTransaction(tx -> {
      if (changed != null) {
        tx.on(PasswordSql.class).change(human.accountId(), human.userId(), changed);
        WebSessions.closeAll(tx, human.userId());
      }
      tx.on(PasswordSql.class).forgive(failure, attempt.account());
      var origin = new SignIns.Origin(METHOD, attempt.ip(), attempt.requestId());
      return signIns.open(tx, human.accountId(), human.userId(), origin, Map.of());
    });
  }

  /** The try stays counted: else passwords could be guessed from there. */
  private void checkSource(PasswordSql.Human human, Attempt attempt) {
    try {
      signIns.checkSource(human.accountId(), attempt.source());
    } catch (ProblemException e) {
      signIns.refused(human.accountId(), METHOD);
      throw e;
    }
  }

  private static void checkFit(@Nullable String password) {
    int length = password == null ? SHORTEST : password.codePointCount(0, password.length());
    if (length < SHORTEST || length > LONGEST) {
      throw Problem.badRequest(
              UNFIT,
              "A password has %d to %d characters".formatted(SHORTEST, LONGEST),
              "Choose another one")
          .exception();
    }
  }

  /** Counts the try as a failure, until it is known to be none; which one it was. */
  private long count(Attempt attempt) {
    return database.inTransaction(tx -> {
      var sql = tx.on(PasswordSql.class);
      sql.dropOld(SECONDS);
      for (String subject : List.of(attempt.account(), attempt.address())) {
        sql.lock(subject);
        if (sql.failures(subject, SECONDS) >= MOST_FAILURES) {
          throw Problem.other(
                  429,
                  "rate_limited",
                  "Too many failed sign-ins",
                  "Try again in a quarter of an hour")
              .withHeader("Retry-After", Integer.toString(SECONDS))
              .exception();
        }
      }
      sql.fail(attempt.account());
      return sql.fail(attempt.address());
    });
  }

  private void forgive(Attempt attempt, long failure) {
    database.useTransaction(tx -> tx.on(PasswordSql.class).forgive(failure, attempt.account()));
  }

  private RuntimeException refused(PasswordSql.@Nullable Human human) {
    if (human != null) {
      signIns.refused(human.accountId(), METHOD);
    }
    return Problem.unauthorized(
            "credentials_invalid", "The name or the password is wrong", "Try again")
        .exception();
  }
}
