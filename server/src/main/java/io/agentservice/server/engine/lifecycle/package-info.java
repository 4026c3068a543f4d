/**
 * Where sessions stand, and the one place where that changes (sessions.md 2).
 *
 * <pre>
 *            create            claim              remote connects
 *   (none) ---------&gt; NEW ------------&gt; CLAIMED -----------------&gt; RUNNING &lt;-+
 *                      ^  release, lapse  |                          |  |      | claim, then
 *                      +------------------+        idle, limit,      |  |      | remote connects
 *                                                  outage, archive   |  | release, lapse
 *                                       SUSPENDED &lt;------------------+  v      |
 *                                           |          message       RESUMING -+
 *                                           +--------------------------^
 *   EXIT   from everywhere: terminated, or asleep when it can't be resumed
 *   ERROR  from what is served: a failure that can't be continued
 * </pre>
 *
 * <p>{@link io.agentservice.server.engine.lifecycle.states.Transition} is the table, a constant a
 * row; docs/states.md shows all of it. {@link
 * io.agentservice.server.engine.lifecycle.LockedSession} carries rows out in memory, {@link
 * io.agentservice.server.engine.lifecycle.Transitions} locks and writes, one session or many.
 * {@link io.agentservice.server.engine.lifecycle.Lifecycle} is what happens by itself, {@link
 * io.agentservice.server.engine.lifecycle.Turns} what the agent does; what workers do is the claims
 * package's, what people do the sessions package's.
 *
 * <h2>Who may write</h2>
 *
 * <ul>
 *   <li>The state of a session: whoever holds the lock of its row, through {@code Transitions}. No
 *       statement elsewhere changes {@code status}, {@code epoch} or {@code connection}.
 *   <li>Its log, its costs and its messages' delivery: the agent whose <i>tenure</i> is the present
 *       one, that is epoch and connection number. Each of these transactions locks the row and
 *       compares first ({@code Turns}); an old tenure writes nothing and is told so.
 *   <li>The epoch rises with each claim, give-back, lapse, sleep and end: that fences all who
 *       worked under the one before. The connection number rises with each remote that connects
 *       within an epoch: that fences the agent of the connection before, maybe at another node.
 * </ul>
 *
 * <h2>What others may still believe</h2>
 *
 * <p>The database decides; nodes, workers and remotes learn of it later, and this is how long they
 * can be wrong and what that can do:
 *
 * <ul>
 *   <li>The node that made a change tells its own connections after the commit. Another node that
 *       holds the remote sees it at its next look (twice a second, {@code Lifecycle.fallen}). Until
 *       then its agent may ask the model and start a command on the machine; it can store nothing.
 *       The result stays in the remote's journal and is told under the next tenure.
 *   <li>A node that is cut off from the database learns nothing. It sends its remotes to other
 *       nodes as soon as it notices, and its agents stop at their first write.
 *   <li>A worker learns at its next renewal or list. A remote learns by the close of its
 *       connection, at the latest when it has heard nothing for the gateway's silence.
 *   <li>A reader may see the state of a moment ago, never one that was not.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <p>An entry of a living session agrees with its status. Machine time is the time in {@code
 * RUNNING}; a second is booked once. Deadlines are the database's clock. One order of locks: the
 * session's row, then what belongs to it, the audit log, the feed's counter last; remote and
 * gateway are told after the commit. {@link io.agentservice.server.engine.lifecycle.Reconciler}
 * looks for what breaks these rules; in order, it never finds anything.
 *
 * <p>Depends on queue, outposts, messages, events and the technical base.
 */
@NullMarked
package io.agentservice.server.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
