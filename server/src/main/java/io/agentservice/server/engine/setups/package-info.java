/**
 * Commands that make repositories ready for work (api-legacy.md 4.1), run by a session when they
 * are set.
 */
@NullMarked
package io.agentservice.server.engine.setups;

import org.jspecify.annotations.NullMarked;
