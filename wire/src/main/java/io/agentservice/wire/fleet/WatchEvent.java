package io.agentservice.wire.fleet;

/** One event of a watch (interface.md 6); {@code type} is {@code MODIFIED} or {@code DELETED}. */
public record WatchEvent(String type, QueueEntry object, String cursor) {}
