/**
 * Sessions as people and programs know them (api-org.md 1): created, read, listed, messaged,
 * archived, terminated. Where a session stands is decided by the lifecycle package; what is asked
 * of it here is a trigger there.
 *
 * <p>The way of a prompt: {@code SessionBody} reads the request into a {@code NewSession}, {@code
 * Sessions.prepare} takes the secrets out, {@code SessionCreation} fills in what the service knows
 * (title, tags, caller, outpost) and {@code SessionSql.insert} binds the parts by their names. Back
 * it comes as a {@code Session}, whose parts are read from one row, and {@code SessionJson} lays
 * them flat. A schedule, a review, a set-up and version 1 make a {@code NewSession} of a prompt and
 * the parts that they care about.
 *
 * <p>Depends on its parts, its secrets, attachments and log, on lifecycle, claims, messages,
 * outposts, events and the technical base.
 */
@NullMarked
package io.agentservice.server.engine.sessions;

import org.jspecify.annotations.NullMarked;
