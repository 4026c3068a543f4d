package io.agentservice.server.engine.sessions;

import io.agentservice.server.context.knowledge.Notes;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.secrets.Secrets;

/** What an organization keeps for its sessions. */
public record SessionContext(Notes notes, Playbooks playbooks, Secrets secrets) {}
