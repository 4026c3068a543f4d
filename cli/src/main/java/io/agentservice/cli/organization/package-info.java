/**
 * What an organization owns beside its sessions: knowledge, playbooks, secrets, schedules, MCP
 * servers, models; and what is one's own: keys, preferences.
 *
 * <p>Invariant: each command is one call.
 */
@NullMarked
package io.agentservice.cli.organization;

import org.jspecify.annotations.NullMarked;
