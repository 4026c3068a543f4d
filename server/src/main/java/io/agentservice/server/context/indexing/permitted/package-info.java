/**
 * Which repositories an organization may read at this moment, on which host, and how.
 *
 * <p>Uses {@code git} of this wing.
 */
@NullMarked
package io.agentservice.server.context.indexing.permitted;

import org.jspecify.annotations.NullMarked;
