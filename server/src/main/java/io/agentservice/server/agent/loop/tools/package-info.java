/**
 * The tools that a model may call, one class each.
 *
 * <p>A call goes through {@link io.agentservice.server.agent.loop.tools.Tool#prepare} (checks the
 * input, changes nothing), is written down as an intent, and is then carried out by {@code run}.
 * After a crash {@code recover} finds out what became of it. Whatever a model asks for, the answer
 * is an {@link io.agentservice.server.agent.loop.tools.Outcome} that the model can read; a tool
 * throws only when the machine is gone. May depend on llm, machine, and the loop's log and
 * redaction.
 */
@NullMarked
package io.agentservice.server.agent.loop.tools;

import org.jspecify.annotations.NullMarked;
