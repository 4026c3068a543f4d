/**
 * What is asked for and what is stored of a session, made of the same parts, so that a value keeps
 * its place all the way:
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
 * <p>With the filter of a list, and how all this is read from a query and shown. Knows no database.
 */
@NullMarked
package io.agentservice.server.engine.sessions.parts;

import org.jspecify.annotations.NullMarked;
