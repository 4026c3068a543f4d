/** What goes wrong with a provider, as one {@link io.agentservice.llm.LlmException}. */
@NullMarked
package io.agentservice.llm.failures;

import org.jspecify.annotations.NullMarked;
