/**
 * What all providers' answers share: events, thoughts within the text, tool input that may not be
 * JSON.
 */
@NullMarked
package io.agentservice.llm.answers;

import org.jspecify.annotations.NullMarked;
