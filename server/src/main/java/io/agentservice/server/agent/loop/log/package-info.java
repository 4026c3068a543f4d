/**
 * The kinds of event that the agent's loop writes, and their stored form.
 *
 * <p>The log is the agent's only memory: what is not in an event is gone after a restart. Events
 * are written once and read for ever, so a kind or a member may be added but never renamed or given
 * another meaning; golden files in the tests hold the form. May depend on llm only.
 */
@NullMarked
package io.agentservice.server.agent.loop.log;

import org.jspecify.annotations.NullMarked;
