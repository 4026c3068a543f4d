/**
 * Models behind a chat completions API, of OpenAI or compatible servers, and how servers differ.
 */
@NullMarked
package io.agentservice.llm.openai;

import org.jspecify.annotations.NullMarked;
