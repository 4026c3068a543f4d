package io.agentservice.client.sessions;

import io.agentservice.wire.costs.Cost;
import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A session, as far as our programs look into it (interface.md 2.2).
 *
 * @param error what ended it; null: nothing did
 * @param createdAt Unix seconds
 * @param updatedAt Unix seconds
 * @param cost what it has used up to now
 * @param source the whole as it came
 */
public record Session(
    String id,
    @Nullable String title,
    Standing standing,
    @Nullable String error,
    long createdAt,
    long updatedAt,
    Cost cost,
    @Nullable String url,
    JsonObject source) {

  /**
   * How it stands.
   *
   * @param outcome what its task has come to when it sleeps; null: not known
   * @param waitsFor {@code outpost}, {@code machine} or {@code connection}; null for nothing, or
   *     where the service is older
   * @param queuePosition among those that wait for a machine, from 1
   * @param longWait what its agent waits for while it sleeps; null for nothing
   */
  public record Standing(
      @Nullable String status,
      @Nullable String detail,
      @Nullable String outcome,
      @Nullable String waitsFor,
      long queuePosition,
      @Nullable Wait longWait,
      boolean archived) {}

  /**
   * {@code what}: {@code time}, {@code message} or {@code child}; {@code until} in Unix seconds, or
   * null.
   */
  public record Wait(String what, @Nullable Long until) {
    static @Nullable Wait of(JsonObject source) {
      String what = source.text("for");
      return what == null ? null : new Wait(what, source.numberOrNull("until"));
    }
  }

  /**
   * The session in such an answer.
   *
   * @throws io.agentservice.wire.json.JsonException when it has no id
   */
  public static Session of(JsonObject source) {
    return new Session(
        source.required("session_id"),
        source.text("title"),
        new Standing(
            source.text("status"),
            source.text("status_detail"),
            source.text("outcome"),
            source.text("waits_for"),
            source.number("queue_position", 1),
            Wait.of(source.object("wait")),
            source.isTrue("is_archived")),
        source.object("error").text("message"),
        source.number("created_at", 0),
        source.number("updated_at", 0),
        new Cost(source.decimal("acus_consumed"), source.decimal("model_dollars")),
        source.text("url"),
        source);
  }
}
