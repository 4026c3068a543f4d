/**
 * Programs outside whose tools an organization's agents may use, by the Model Context Protocol.
 * They name secrets and never hold one. What is said to them stands in {@code agent.loop.mcp}.
 */
@NullMarked
package io.agentservice.server.context.mcp;

import org.jspecify.annotations.NullMarked;
