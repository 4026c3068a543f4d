/**
 * What a session has changed, for people who review it (design/web.md 7.3): between any two states
 * of its work trees that the log knows, asked of git on its machine, or read from the stored patch.
 */
@NullMarked
package io.agentservice.server.agent.review;

import org.jspecify.annotations.NullMarked;
