package io.agentservice.wire.fleet;

import io.avaje.json.JsonAdapter;
import io.avaje.json.JsonReader;
import io.avaje.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** Writes only the one field of an allowed destination that is set (fleet.md 1). */
final class AllowAdapter implements JsonAdapter<QueueEntry.Allow> {

  @Override
  public void toJson(JsonWriter writer, QueueEntry.Allow allow) {
    writer.beginObject();
    field(writer, "hostname", allow.hostname());
    field(writer, "ipv4", allow.ipv4());
    field(writer, "ipv6", allow.ipv6());
    writer.endObject();
  }

  private static void field(JsonWriter writer, String name, @Nullable String value) {
    if (value != null) {
      writer.name(name);
      writer.value(value);
    }
  }

  @Override
  public QueueEntry.Allow fromJson(JsonReader reader) {
    String hostname = null;
    String ipv4 = null;
    String ipv6 = null;
    reader.beginObject();
    while (reader.hasNextField()) {
      switch (reader.nextField()) {
        case "hostname" -> hostname = text(reader);
        case "ipv4" -> ipv4 = text(reader);
        case "ipv6" -> ipv6 = text(reader);
        default -> reader.skipValue();
      }
    }
    reader.endObject();
    return new QueueEntry.Allow(hostname, ipv4, ipv6);
  }

  private static @Nullable String text(JsonReader reader) {
    return reader.isNullValue() ? null : reader.readString();
  }
}
