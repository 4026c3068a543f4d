/**
 * Typed identifiers (completions.md 3): a prefix and the 32 hex digits of a UUIDv7, so that they
 * sort by the time they were made. The canonical text, with its prefix, is what the database holds;
 * {@link io.agentservice.server.base.ids.SessionId} alone understands further spellings. Knows no
 * feature.
 */
@NullMarked
package io.agentservice.server.base.ids;

import org.jspecify.annotations.NullMarked;
