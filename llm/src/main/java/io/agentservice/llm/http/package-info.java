/**
 * How providers are reached: one POST over connections that are kept, and its answer as it comes.
 * Knows no provider.
 */
@NullMarked
package io.agentservice.llm.http;

import org.jspecify.annotations.NullMarked;
