/**
 * Sessions as people and programs know them (api-org.md 1): created, read, listed, messaged,
 * archived, terminated, and their log as pages and as a stream. Where a session stands is decided
 * by the lifecycle package; what is asked of it here is a trigger there.
 *
 * <p>What is asked for and what is stored are made of the same parts, so that a value keeps its
 * place all the way:
 *
 * <pre>
 *   part         holds                                   NewSession   table session   Session
 *   Task         what is to be done, and what is told    x            x               x
 *   Requester    who asked, for whom, by what way        x            x               x
 *   Host         where it runs                           x            x               x
 *   Manner       how the agent goes about it             x            x               by itself
 *   Allowance    what it may use                         x            x, its secrets  by itself
 *                                                                     sealed
 *   Standing     status, queue, why it failed                         x               x
 *   Usage        what it has used, of how much                        x               x
 *   Results      output, pull requests, children                      x               x
 * </pre>
 *
 * <p>The way of a prompt: {@code SessionBody} reads the request into a {@code NewSession}, {@code
 * Sessions.prepare} takes the secrets out, {@code SessionCreation} fills in what the service knows
 * (title, tags, caller, outpost) and {@code SessionSql.insert} binds the parts by their names. Back
 * it comes as a {@code Session}, whose parts are read from one row, and {@code SessionJson} lays
 * them flat. A schedule, a review, a set-up and version 1 make a {@code NewSession} of a prompt and
 * the parts that they care about.
 *
 * <p>Depends on lifecycle, claims, messages, outposts, events and the technical base.
 */
@NullMarked
package io.agentservice.server.engine.sessions;

import org.jspecify.annotations.NullMarked;
