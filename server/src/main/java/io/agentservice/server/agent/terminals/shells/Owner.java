package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;

/** Whose a shell is. */
record Owner(OrgId org, SessionId session) {}
