/**
 * Searches in indexed repositories (api-org.md 10), without their results; an agent's have no
 * author.
 */
@NullMarked
package io.agentservice.server.context.searches;

import org.jspecify.annotations.NullMarked;
