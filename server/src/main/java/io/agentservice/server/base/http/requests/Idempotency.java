package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;

/**
 * Carries out a request once per {@code Idempotency-Key}, in one transaction with the stored
 * answer, which repetitions get (completions.md 10).
 */
public final class Idempotency {
  public static final String HEADER = "Idempotency-Key";
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final int BAD_REQUEST = 400;
  private static final int CONFLICT = 409;

  /** The rest is dropped the next time. */
  private static final int MOST_BATCHES = 10;

  private final Database database;
  private final Vault vault;

  public Idempotency(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  /** Another operation has other keys; {@code path} is the route's canonical one. */
  public record Operation(String method, String path) {}

  /** For valid requests: repetitions get the stored answer, a 422 leaves the key free. */
  public Encoded once(Request request, Operation operation, String header, Supplier<Encoded> work) {
    var key = key(request, operation, header);
    byte[] digest = digest(request);
    return database
        .inTransaction(tx -> {
          var sql = tx.on(IdempotencySql.class);
          if (!sql.lock(key)) {
            throw inProgress();
          }
          return sql.find(key)
              .map(row -> new Outcome(replay(key, digest, row, request), null))
              .orElseGet(() -> carryOut(sql, key, digest, work));
        })
        .answer();
  }

  /** The stored answer, if there is one. */
  public Optional<Encoded> known(Request request, Operation operation, String header) {
    var key = key(request, operation, header);
    return database
        .with(IdempotencySql.class, sql -> sql.find(key))
        .map(row -> replay(key, digest(request), row, request));
  }

  private static IdempotencySql.Key key(Request request, Operation operation, String header) {
    if (!KEY.matcher(header).matches()) {
      throw failure(
          "format", "Idempotency-Key takes 1 to 255 visible ASCII characters", "validation_failed");
    }
    return new IdempotencySql.Key(
        request.principal().id(), operation.method(), request.fill(operation.path()), header);
  }

  /** Drops keys of more than a day, a bounded number. */
  public void dropExpired() {
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      int dropped = database.with(IdempotencySql.class, IdempotencySql::dropExpired);
      if (dropped < IdempotencySql.BATCH) {
        return;
      }
    }
  }

  /** Told after the commit; {@code refusal} is thrown. */
  private record Outcome(Encoded encoded, @Nullable ProblemException refusal) {
    Encoded answer() {
      if (refusal != null) {
        throw refusal;
      }
      return encoded;
    }
  }

  private Outcome carryOut(
      IdempotencySql sql, IdempotencySql.Key key, byte[] digest, Supplier<Encoded> work) {
    var outcome = outcome(key, work);
    var answer = outcome.encoded(); // 403, 404, 422: found before the key counts (8.2)
    if (answer.status() < BAD_REQUEST || answer.status() == CONFLICT) {
      byte[] clear = (answer.type() + "\n" + answer.body()).getBytes(StandardCharsets.UTF_8);
      sql.keep(key, digest, answer.status(), vault.encrypt(clear, context(key)));
    }
    return outcome;
  }

  private static Outcome outcome(IdempotencySql.Key key, Supplier<Encoded> work) {
    try {
      return new Outcome(work.get(), null);
    } catch (ProblemException e) {
      return new Outcome(Encoded.of(e.problem(), key.path(), ""), e);
    }
  }

  private Encoded replay(
      IdempotencySql.Key key, byte[] digest, IdempotencySql.Row row, Request request) {
    if (!MessageDigest.isEqual(digest, row.digest())) {
      throw failure("inconsistent", "The key was used with another body", "idempotency_mismatch");
    }
    var stored = new String(vault.decrypt(row.answer(), context(key)), StandardCharsets.UTF_8);
    int line = stored.indexOf('\n');
    var body = stored.substring(line + 1);
    return new Encoded(
        row.status(),
        stored.substring(0, line),
        row.status() < BAD_REQUEST ? body : Encoded.again(body, request.path(), request.id()),
        Map.of("Idempotency-Replayed", "true"));
  }

  private static ProblemException inProgress() {
    return Problem.conflict(
            "idempotency_in_progress", "The first request with this key is not done", "Try again")
        .withHeader("Retry-After", "1")
        .exception();
  }

  private static String context(IdempotencySql.Key key) {
    return "idempotency " + key.principalId() + " " + key.key();
  }

  /** With the query, which may name a parent. */
  private static byte[] digest(Request request) {
    var said =
        Map.of(
            "query", request.query().sent(),
            "body", Json.MAPPER.convertValue(request.jsonBody(), Map.class));
    var canonical =
        Json.MAPPER
            .writer()
            .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .writeValueAsBytes(said);
    try {
      return MessageDigest.getInstance("SHA-256").digest(canonical);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static RuntimeException failure(String type, String msg, String code) {
    return Problem.invalid(new Failure(List.of("header", HEADER), msg, type))
        .withCode(code)
        .exception();
  }
}
