/**
 * Models and conversations with them: one blocking call, {@link io.agentservice.llm.Llm#complete}.
 *
 * <p>An {@code Llm} has no memory: a prompt carries the whole conversation, so a session may go on
 * at another server. Retries, fallback models and budgets are the caller's. {@code ChatMessage},
 * {@code Part} and {@code Reply} are stored as JSON; golden files hold their form. No key appears
 * in a message or a log line.
 */
@NullMarked
package io.agentservice.llm;

import org.jspecify.annotations.NullMarked;
