/**
 * What the loop knows: folds over the session's log, as the conversation that a model sees and as
 * the bounds of a turn.
 *
 * <p>The same events always make the same of it, so a loop on another node goes on where one ended.
 * May depend on the log, the settings of loops and llm.
 */
@NullMarked
package io.agentservice.server.agent.loop.history;

import org.jspecify.annotations.NullMarked;
