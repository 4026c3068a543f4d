package io.agentservice.server.agent.loop.mcp.tokens;

import java.net.URI;

/** {@code takesBasic}: our name and secret in the header (RFC 6749, 2.3.1), else in the body. */
record AuthorizationServer(URI tokenUrl, boolean takesBasic) {}
