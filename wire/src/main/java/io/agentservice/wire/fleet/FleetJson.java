package io.agentservice.wire.fleet;

import io.agentservice.wire.frames.FrameReader;
import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;

/**
 * The JSON of the fleet's objects: every field is written, unknown ones are null (completions.md
 * 1); only an allowed destination has just the one field that is set (fleet.md 1).
 */
public final class FleetJson {
  private static final Jsonb JSON =
      Jsonb.builder().serializeNulls(true).add(QueueEntry.Allow.class, new AllowAdapter()).build();

  public static final JsonType<QueueEntry> ENTRY = JSON.type(QueueEntry.class);
  public static final JsonType<EntryList> ENTRY_LIST = JSON.type(EntryList.class);
  public static final JsonType<WatchEvent> WATCH_EVENT = JSON.type(WatchEvent.class);
  public static final JsonType<Outpost> OUTPOST = JSON.type(Outpost.class);
  public static final JsonType<OutpostPage> OUTPOST_PAGE = JSON.type(OutpostPage.class);

  private FleetJson() {}

  /**
   * Reads one object, however long its texts are.
   *
   * @throws io.avaje.json.JsonException when the text is not one
   */
  public static <T> T read(JsonType<T> type, String text) {
    var reader = new FrameReader(text);
    var value = type.fromJson(reader);
    reader.requireEnd();
    return value;
  }
}
