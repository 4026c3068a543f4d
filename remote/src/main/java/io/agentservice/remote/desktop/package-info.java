/**
 * The session's desktop: an X display with a VNC server in one program, for people to look on and
 * take part (docs/gateway-protocol.md section 7).
 *
 * <p>{@code Desktop} starts it for its first viewer; a {@code Viewer} is one connection to it,
 * whose bytes (RFB) go through the gateway as they are. States: none → running → ended, and again
 * from the next viewer.
 *
 * <p>Invariants: nothing is started before the first viewer; the VNC server listens on a socket in
 * the session's directory only, the display wants a cookie from there; both end with the session.
 */
@NullMarked
package io.agentservice.remote.desktop;

import org.jspecify.annotations.NullMarked;
