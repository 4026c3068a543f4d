/**
 * Programs outside whose tools an organization's agents are to use, by the Model Context Protocol.
 * They name secrets and never hold one.
 */
@NullMarked
package io.agentservice.server.context.mcp;

import org.jspecify.annotations.NullMarked;
