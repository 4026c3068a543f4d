/**
 * How sessions go: with an organization that is gone, or by themselves some time after their end
 * (ADR 0095). Stands below the sessions.
 */
@NullMarked
package io.agentservice.server.engine.sessions.erasure;

import org.jspecify.annotations.NullMarked;
