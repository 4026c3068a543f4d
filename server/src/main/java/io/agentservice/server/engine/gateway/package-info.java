/**
 * The gateway: the websocket endpoint that remotes connect to, and the machine that each connection
 * is for the session's loop (fleet.md section 6, {@code docs/gateway-protocol.md}).
 *
 * <p>A connection has one owner, {@link io.agentservice.server.engine.gateway.Attendance}, a
 * virtual thread that greets the remote, keeps it alive, and takes leave of it; nothing else starts
 * or ends what belongs to the connection. Frames are read by the server's websocket threads, one at
 * a time per connection, and never wait for another connection. Requests are sent by whoever calls
 * the {@code Machine} and block while the remote is behind.
 *
 * <p>Invariants: at most one connection of a session is attached; {@code detached} of one comes
 * before {@code attached} of the next; nothing is sent before {@code welcome}; every wait for an
 * answer ends with the connection, which ends at the latest when the remote has been silent for the
 * time set. Nothing here knows the database: what a connection means for its session is decided by
 * {@link io.agentservice.server.engine.gateway.GatewaySessions}.
 */
@NullMarked
package io.agentservice.server.engine.gateway;

import org.jspecify.annotations.NullMarked;
