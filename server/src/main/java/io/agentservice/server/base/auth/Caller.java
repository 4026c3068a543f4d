package io.agentservice.server.base.auth;

/** Who asks, and through which request; behind a trusted proxy with the forwarded address. */
public record Caller(Principal principal, String ip, String requestId) {}
