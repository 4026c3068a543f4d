/**
 * The way out of a session that has a network of its own (ADR 0069): the filter of its worker,
 * behind a Unix socket, offered to the session's programs as a proxy.
 */
@NullMarked
package io.agentservice.remote.network;

import org.jspecify.annotations.NullMarked;
