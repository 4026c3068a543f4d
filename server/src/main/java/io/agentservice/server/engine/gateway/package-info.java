/**
 * The gateway: the websocket endpoint that remotes connect to, and the machine that each connection
 * is for the session's loop (fleet.md section 6, {@code docs/gateway-protocol.md}).
 *
 * <pre>
 *   upgraded --hello--&gt; greeted --connected() accepts--&gt; attached --any ending--&gt; detached --&gt; over
 *      |                   |  the claim is over meanwhile
 *      |  no hello in time |
 *      +-------------------+----------------------------------------------------------------&gt; over
 * </pre>
 *
 * <h2>Who may do what</h2>
 *
 * <p>A connection has one owner, {@link io.agentservice.server.engine.gateway.ConnectionLifecycle},
 * a virtual thread that greets the remote, keeps it alive, and takes leave of it; nothing else
 * starts or ends what belongs to the connection. Everybody else only asks it to end, with a reason
 * ({@link io.agentservice.server.engine.gateway.connection.Ending}; the first one counts). A
 * session has one seat on a node ({@link io.agentservice.server.engine.gateway.Seats}), taken and
 * left under its lock, so that {@code detached} of one connection comes before {@code attached} of
 * the next. Frames are read by the server's websocket threads, one at a time per connection, and
 * never wait for another connection. Requests are sent by whoever calls the {@code Machine} and
 * block while the remote is behind.
 *
 * <p>Nothing here knows the database: what a connection means for its session is decided by {@link
 * io.agentservice.server.engine.gateway.GatewaySessions}, which numbers the accepted connections of
 * a session. Two nodes may hold one each; the higher number counts.
 *
 * <h2>What this node may still believe</h2>
 *
 * <ul>
 *   <li>That its connection counts, after another node accepted a newer one, or a claim or session
 *       ended there: until the next look, twice a second for all connections together ({@code
 *       Gateway.look}). What it sends to the machine meanwhile is done; what it wants to store is
 *       refused under the old number.
 *   <li>That a remote is there which is gone: until it has been silent for the time set (pings go
 *       out three times within it). The remote reckons with the same time and gives the connection
 *       up, too.
 *   <li>That a claim's deadline is as it was written last: it is moved on when less than half of it
 *       is left, so some tries may fail.
 *   <li>Without a database it believes nothing: remotes are sent to other nodes and refused, their
 *       deadlines stay as written.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <p>At most one connection of a session is attached on a node. Nothing is sent before {@code
 * welcome}. Every wait for an answer ends with the connection, which ends at the latest when the
 * remote has been silent for the time set.
 */
@NullMarked
package io.agentservice.server.engine.gateway;

import org.jspecify.annotations.NullMarked;
