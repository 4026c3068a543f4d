/**
 * What viewers say in the remote framebuffer protocol (RFC 6143, and the messages that came later).
 * Knows nothing but bytes.
 */
@NullMarked
package io.agentservice.server.agent.desktop.rfb;

import org.jspecify.annotations.NullMarked;
