package io.agentservice.wire.fleet;

import io.agentservice.wire.frames.TextForm;
import io.avaje.jsonb.Jsonb;

/** The JSON of the fleet's objects: every field is written, null if unknown (completions.md 1). */
public final class FleetJson {
  private static final Jsonb JSON =
      Jsonb.builder().serializeNulls(true).add(QueueEntry.Allow.class, new AllowAdapter()).build();

  public static final TextForm<QueueEntry> ENTRY = new TextForm<>(JSON.type(QueueEntry.class));
  public static final TextForm<EntryList> ENTRY_LIST = new TextForm<>(JSON.type(EntryList.class));
  public static final TextForm<WatchEvent> WATCH_EVENT =
      new TextForm<>(JSON.type(WatchEvent.class));
  public static final TextForm<Outpost> OUTPOST = new TextForm<>(JSON.type(Outpost.class));
  public static final TextForm<OutpostPage> OUTPOST_PAGE =
      new TextForm<>(JSON.type(OutpostPage.class));

  private FleetJson() {}
}
