/**
 * Sessions as people and programs know them (api-org.md 1): created, read, listed, messaged,
 * archived, terminated, and their log as pages and as a stream. Where a session stands is decided
 * by the lifecycle package; what is asked of it here is a trigger there.
 *
 * <p>Depends on lifecycle, claims, messages, outposts, events and the technical base.
 */
@NullMarked
package io.agentservice.server.engine.sessions;

import org.jspecify.annotations.NullMarked;
