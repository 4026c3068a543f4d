package io.agentservice.server.agent.terminals.servers;

import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;

/** What is to be opened, on the way to another server; it was checked here. */
record Asked(OrgId orgId, int rows, int columns, @Nullable String cwd) {}
