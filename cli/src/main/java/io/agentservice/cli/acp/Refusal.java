package io.agentservice.cli.acp;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientException;
import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Why a request of the editor is not done, with a code of JSON-RPC or of the protocol. */
final class Refusal extends RuntimeException {
  static final int NO_JSON = -32_700;
  static final int NO_REQUEST = -32_600;
  static final int NO_METHOD = -32_601;
  static final int PARAMS = -32_602;
  static final int FAILED = -32_603;

  /** The editor shows how to log in. */
  static final int LOGIN = -32_000;

  /** There is no such session. */
  static final int UNKNOWN = -32_002;

  private static final long serialVersionUID = 1L;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;

  private final int number;
  private final @Nullable String word;
  private final @Nullable String hint;

  /** {@code hint}: what to do about it. */
  Refusal(int number, String message, @Nullable String hint) {
    this(number, message, null, hint);
  }

  private Refusal(int number, String message, @Nullable String word, @Nullable String hint) {
    super(message);
    this.number = number;
    this.word = word;
    this.hint = hint;
  }

  static Refusal params(String message) {
    return new Refusal(PARAMS, message, null);
  }

  /** That of what was thrown. */
  static Refusal of(RuntimeException failure) {
    var text = failure.getMessage();
    var message = text == null ? "it failed for a reason that is not known" : text;
    return switch (failure) {
      case Refusal known -> known;
      case ApiException answer ->
          new Refusal(number(answer.status()), message, answer.code(), answer.hint());
      case ClientException away -> new Refusal(FAILED, message, away.code(), away.hint());
      case CommandFailure known -> new Refusal(FAILED, message, known.hint());
      default -> new Refusal(FAILED, message, null);
    };
  }

  private static int number(int status) {
    return switch (status) {
      case UNAUTHORIZED -> LOGIN;
      case NOT_FOUND -> UNKNOWN;
      case 400, 413, 422 -> PARAMS;
      default -> FAILED;
    };
  }

  int number() {
    return number;
  }

  /** As an answer says it; editors show its message only. */
  JsonObject json() {
    var message = hint == null ? getMessage() : getMessage() + "; hint: " + hint;
    var data = JsonObject.of("code", word, "hint", hint);
    return JsonObject.of(
        "code", number, "message", message, "data", data.fields().isEmpty() ? null : data);
  }
}
