/**
 * Web Push (ADR 0113): people let us tell their browsers, and their sessions' turns are told there,
 * also while no page of ours is open. What is to be told is found from the changes of sessions and
 * stands in the database before anybody tries; each try is by one server. Stands above the sessions
 * and their {@code live} changes; {@code sealing} knows the standards.
 */
@NullMarked
package io.agentservice.server.engine.push;

import org.jspecify.annotations.NullMarked;
