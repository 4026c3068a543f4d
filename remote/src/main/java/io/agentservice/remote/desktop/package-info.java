/**
 * The session's desktop: an X display with a VNC server, for people (docs/gateway-protocol.md 7).
 *
 * <p>States: none → running → ended, and again from the next viewer. Invariants: nothing starts
 * before the first viewer; socket and cookie are in the session's directory; both end with the
 * session.
 */
@NullMarked
package io.agentservice.remote.desktop;

import org.jspecify.annotations.NullMarked;
