/**
 * The model's tools, a class each: {@link io.agentservice.server.agent.loop.tools.Tool#prepare},
 * intent, {@code run}, or after a crash {@code recover}. Every failure but a lost machine is an
 * outcome for the model.
 */
@NullMarked
package io.agentservice.server.agent.loop.tools;

import org.jspecify.annotations.NullMarked;
