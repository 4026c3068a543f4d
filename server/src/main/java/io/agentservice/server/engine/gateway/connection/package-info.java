/**
 * One connection to a remote: its websocket, why it ends, and the machine at its other end, with
 * requests out and answers and bytes in ({@code docs/gateway-protocol.md}).
 *
 * <p>Frames are read by the server's websocket threads, one at a time per connection, and never
 * wait for another connection. Requests are sent by whoever calls the {@code Machine} and block
 * while the remote is behind. Everybody may ask a connection to end, with a reason ({@link
 * io.agentservice.server.engine.gateway.connection.Ending}; the first one counts); its owner closes
 * it. Knows no session. Depends on machine and wire.
 */
@NullMarked
package io.agentservice.server.engine.gateway.connection;

import org.jspecify.annotations.NullMarked;
