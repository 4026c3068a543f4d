package io.agentservice.server.base.http.lists;

import java.time.Instant;

/** Where a row of a list stands: lists are ordered by both. */
public record Place(Instant createdAt, String id) {}
