/**
 * Models behind a chat completions API, be it OpenAI's or that of a server that speaks the same:
 * its requests, its streams, its calls, and in what servers differ.
 */
@NullMarked
package io.agentservice.llm.openai;

import org.jspecify.annotations.NullMarked;
