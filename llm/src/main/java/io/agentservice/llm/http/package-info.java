/** How providers are reached: a POST over kept connections, and its answer as it comes. */
@NullMarked
package io.agentservice.llm.http;

import org.jspecify.annotations.NullMarked;
