/**
 * What makes sessions run. Uses {@code base} and {@code context}; any wing above may use it. Knows
 * nothing of models and tools.
 */
@NullMarked
package io.agentservice.server.engine;

import org.jspecify.annotations.NullMarked;
