/**
 * Searches in the indexed repositories of an organization (api-org.md 10), as they were made: by
 * callers, and by agents for whom nobody stands in the record. What they found is not kept.
 *
 * <p>Uses {@code indexing} of this wing.
 */
@NullMarked
package io.agentservice.server.context.searches;

import org.jspecify.annotations.NullMarked;
