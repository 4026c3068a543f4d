/** Ties gateway, sessions and loop together; keeps nothing. */
@NullMarked
package io.agentservice.server.agent.driver;

import org.jspecify.annotations.NullMarked;
