package io.agentservice.wire.frames;

/** One JSON text frame of the gateway protocol ({@code docs/gateway-protocol.md}). */
public sealed interface Frame permits ToRemote, ToServer {}
