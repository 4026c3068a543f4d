package io.agentservice.server.agent.desktop.views;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;

/**
 * Who looks at what.
 *
 * @param control whether he acts there too
 */
public record Look(OrgId org, SessionId session, boolean control) {}
