package io.agentservice.server.engine.sessions.events;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A page of a session's log; {@code lastSeq} is what to ask after next. */
public record LogPage(List<ObjectNode> items, long lastSeq, boolean hasNextPage) {}
