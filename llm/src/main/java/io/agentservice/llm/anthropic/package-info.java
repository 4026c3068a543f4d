/** Models behind the Messages API: its requests, its streams, its calls. */
@NullMarked
package io.agentservice.llm.anthropic;

import org.jspecify.annotations.NullMarked;
