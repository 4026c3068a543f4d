/**
 * Models and conversations with them: one blocking call, {@link io.agentservice.llm.Llm#complete},
 * whatever is behind it: the Anthropic API, any server that speaks OpenAI's chat completions, or a
 * recorded transcript.
 *
 * <p>An {@code Llm} has no memory. A prompt carries the whole conversation, so a session may
 * continue on another server after a crash. Retries, fallback models and budgets are the caller's
 * affair; here each failure becomes one {@link io.agentservice.llm.LlmException} with a kind to
 * decide by.
 *
 * <p>{@link io.agentservice.llm.ChatMessage}, {@link io.agentservice.llm.Part} and {@link
 * io.agentservice.llm.Reply} are stored in event logs as JSON; golden files in the tests hold their
 * form. Requests and answers are written and read as JSON, by the providers' documents (ADR 0043);
 * the HTTP client is not loaded before the first call, and no key appears in a message or a log
 * line.
 */
@NullMarked
package io.agentservice.llm;

import org.jspecify.annotations.NullMarked;
