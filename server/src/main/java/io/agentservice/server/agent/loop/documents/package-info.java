/**
 * Documents as text, for agents. They are read by a process of their own, which may run out of
 * memory or time without harm to anybody.
 */
@NullMarked
package io.agentservice.server.agent.loop.documents;

import org.jspecify.annotations.NullMarked;
