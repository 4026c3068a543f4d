/** Outposts (interface.md 2.13, fleet.md 2), and placement of sessions on them (sessions.md 3). */
@NullMarked
package io.agentservice.server.engine.outposts;

import org.jspecify.annotations.NullMarked;
