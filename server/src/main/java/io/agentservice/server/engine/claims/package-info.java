/**
 * What workers do to sessions: claim, renew, release, and the lapse of a claim whose deadline has
 * passed (fleet.md 3), many at a time (ADR 0014).
 *
 * <pre>
 *   PENDING --claim--&gt; CLAIMED --renewal, living connection--&gt; CLAIMED (later deadline)
 *      ^                  |
 *      |  release, lapse, | while the session lives
 *      +------------------+
 *                         |  release, lapse, when it sleeps or has ended
 *                         +-----------------------------------&gt; removed
 * </pre>
 *
 * <h2>Who may write</h2>
 *
 * <p>One {@link io.agentservice.server.engine.claims.ClaimWriter} a node, any number of nodes. A
 * batch locks the rows of its sessions with one statement that passes over what others hold,
 * decides each command in memory in the order given ({@link
 * io.agentservice.server.engine.claims.ClaimBatch}), and writes with a handful of statements. What
 * was passed over, or was changed earlier in the same batch, is given again: a slow transaction
 * delays its own session only, and no two batches wait for each other. The rows of the table that
 * these changes are stand in the lifecycle package.
 *
 * <p>A claim is won by whose command is decided first, whatever the clocks of workers say. The
 * holder is the acceptor id in the entry: a claim by the same id is a renewal, by another one lost
 * until release or lapse. The token is good for the session and the epoch of that claim; nothing of
 * it is stored.
 *
 * <h2>What others may still believe</h2>
 *
 * <ul>
 *   <li>A worker whose claim lapsed believes that it holds it until its next renewal, which is lost
 *       when somebody else has claimed meanwhile. Its remote is refused or closed before that; it
 *       was fenced by the epoch in the transaction of the lapse.
 *   <li>A lapse is due by the database's clock and carried out a moment later, by whichever node
 *       looks first; until then lists could show a claim that is over, so whoever lists, reads or
 *       claims carries out what is due before ({@code applyLapsesForReading}).
 *   <li>A caller that got no answer within 6 s (503) does not know whether the command was carried
 *       out. Repeating it is safe: a claim that was won is a renewal then.
 * </ul>
 *
 * <p>Depends on lifecycle, queue and the technical base.
 */
@NullMarked
package io.agentservice.server.engine.claims;

import org.jspecify.annotations.NullMarked;
