@NullMarked
package io.agentservice.llm.anthropic;

import org.jspecify.annotations.NullMarked;
