package io.agentservice.wire.fleet;

import java.util.List;

/** One page of the queue (interface.md 4.10); the next list or watch goes on at {@code cursor}. */
public record EntryList(List<QueueEntry> items, String cursor, boolean hasNextPage, long total) {}
