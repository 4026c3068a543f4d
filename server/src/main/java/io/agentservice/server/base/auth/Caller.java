package io.agentservice.server.base.auth;

/**
 * Who asks, and through which request; what an audit record says of a change's author.
 *
 * @param ip address of the peer, or the forwarded one behind a trusted proxy
 */
public record Caller(Principal principal, String ip, String requestId) {}
