/**
 * The states of sessions and the table of what leads from one to another, a constant a row
 * (sessions.md 2); docs/states.md shows all of it. Knows no database.
 */
@NullMarked
package io.agentservice.server.engine.lifecycle.states;

import org.jspecify.annotations.NullMarked;
