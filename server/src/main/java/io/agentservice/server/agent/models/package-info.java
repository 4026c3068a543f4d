/** The models that people may choose for a session (design/web.md 7.5). */
@NullMarked
package io.agentservice.server.agent.models;

import org.jspecify.annotations.NullMarked;
