/**
 * The same change of many sessions, each by itself (design/web.md 7.5). Stands above the sessions
 * and is wired by itself.
 */
@NullMarked
package io.agentservice.server.engine.sessions.bulk;

import org.jspecify.annotations.NullMarked;
