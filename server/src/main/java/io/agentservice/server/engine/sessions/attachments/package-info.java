/**
 * The files that people and the agent of a session give to each other, on top of the organization's
 * attachments.
 *
 * <p>Depends on attachments and messages.
 */
@NullMarked
package io.agentservice.server.engine.sessions.attachments;

import org.jspecify.annotations.NullMarked;
