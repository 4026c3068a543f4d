/**
 * Files for agents on the machine: {@code AGENTS.md} and its like, and skills. They are looked for
 * before the model is first asked, where the session works, and in a directory when a call has
 * touched it. What was found stands in the log, and only there; how it comes into the prompt is the
 * matter of {@link io.agentservice.server.agent.loop.history.Instructions}.
 */
@NullMarked
package io.agentservice.server.agent.loop.instructions;

import org.jspecify.annotations.NullMarked;
