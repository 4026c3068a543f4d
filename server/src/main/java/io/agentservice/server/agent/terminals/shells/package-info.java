/**
 * The shells that people have opened on machines connected to this server, in its memory: each has
 * a thread that waits for its end, the last of its output, and viewers that read from that.
 */
@NullMarked
package io.agentservice.server.agent.terminals.shells;

import org.jspecify.annotations.NullMarked;
