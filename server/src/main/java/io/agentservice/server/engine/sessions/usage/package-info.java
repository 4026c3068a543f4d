/**
 * What a session has used, by model, and how far its limits are (design/web.md 7.1). Stands above
 * the sessions and is wired by itself.
 */
@NullMarked
package io.agentservice.server.engine.sessions.usage;

import org.jspecify.annotations.NullMarked;
