/**
 * What an agent is given beside its prompt: knowledge, and whatever else an organization keeps for
 * its sessions. Uses {@code base} only; any wing above may use it.
 */
@NullMarked
package io.agentservice.server.context;

import org.jspecify.annotations.NullMarked;
