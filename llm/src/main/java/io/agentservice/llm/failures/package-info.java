/**
 * What goes wrong with a provider, as one {@link io.agentservice.llm.LlmException} with a kind to
 * act on: what servers say when they say no, and what they tell of their limits.
 */
@NullMarked
package io.agentservice.llm.failures;

import org.jspecify.annotations.NullMarked;
