package io.agentservice.server.http;

import io.agentservice.server.crypto.Vault;
import io.agentservice.server.db.Database;
import io.agentservice.server.problems.Failure;
import io.agentservice.server.problems.Problem;
import io.agentservice.server.problems.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out a request once per {@code Idempotency-Key} and answers its repetitions with the
 * stored answer (completions.md 10). When a server dies in the middle, whether the request took
 * effect is not known: its key stays {@code idempotency_in_progress} until it expires, rather than
 * risking a second resource.
 */
public final class Idempotency {
  static final String HEADER = "Idempotency-Key";
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final Database database;
  private final Vault vault;

  public Idempotency(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  /** Runs the work, or answers as it did the first time. */
  Encoded once(Request request, String method, String path, String header, Supplier<Encoded> work) {
    if (!KEY.matcher(header).matches()) {
      throw failure(
          "format", "Idempotency-Key takes 1 to 255 visible ASCII characters", "validation_failed");
    }
    var key = new IdempotencySql.Key(request.principal().id(), method, path, header);
    byte[] digest = digest(request.jsonBody());
    boolean first =
        database.inTransaction(tx -> {
          var sql = tx.on(IdempotencySql.class);
          sql.dropExpired();
          return sql.begin(key, digest) == 1;
        });
    return first ? carryOut(key, work) : replay(key, digest);
  }

  private Encoded carryOut(IdempotencySql.Key key, Supplier<Encoded> work) {
    boolean kept = false;
    try {
      var answer = work.get();
      kept = keep(key, answer);
      return answer;
    } catch (ProblemException e) {
      kept = keep(key, Encoded.of(e.problem(), key.path(), ""));
      throw e;
    } finally {
      if (!kept) {
        database.useTransaction(tx -> tx.on(IdempotencySql.class).forget(key));
      }
    }
  }

  private boolean keep(IdempotencySql.Key key, Encoded answer) {
    if (answer.status() >= SERVER_ERROR || answer.status() == TOO_MANY_REQUESTS) {
      return false;
    }
    byte[] clear = (answer.type() + "\n" + answer.body()).getBytes(StandardCharsets.UTF_8);
    byte[] sealed = vault.encrypt(clear, context(key));
    database.useTransaction(tx -> tx.on(IdempotencySql.class).finish(key, answer.status(), sealed));
    return true;
  }

  private Encoded replay(IdempotencySql.Key key, byte[] digest) {
    var row = database.with(IdempotencySql.class, sql -> sql.find(key)).orElse(null);
    if (row != null && !MessageDigest.isEqual(digest, row.digest())) {
      throw failure("inconsistent", "The key was used with another body", "idempotency_mismatch");
    }
    Integer status = row == null ? null : row.status();
    byte @Nullable [] sealed = row == null ? null : row.answer();
    if (status == null || sealed == null) {
      throw Problem.conflict(
              "idempotency_in_progress", "The first request with this key is not done", "Try again")
          .withHeader("Retry-After", "1")
          .exception();
    }
    var stored = new String(vault.decrypt(sealed, context(key)), StandardCharsets.UTF_8);
    int line = stored.indexOf('\n');
    return new Encoded(
        status,
        stored.substring(0, line),
        stored.substring(line + 1),
        Map.of("Idempotency-Replayed", "true"));
  }

  private static String context(IdempotencySql.Key key) {
    return "idempotency " + key.principalId() + " " + key.key();
  }

  private static byte[] digest(ObjectNode body) {
    var canonical =
        Json.MAPPER
            .writer()
            .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .writeValueAsBytes(Json.MAPPER.convertValue(body, Map.class));
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
