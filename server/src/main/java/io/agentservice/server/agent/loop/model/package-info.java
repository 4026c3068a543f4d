/**
 * Asking a model: repeats calls that fail, keeps the conversation within the model's window, and
 * lets a run be stopped while it waits. May depend on the session, the history, the log and llm.
 */
@NullMarked
package io.agentservice.server.agent.loop.model;

import org.jspecify.annotations.NullMarked;
