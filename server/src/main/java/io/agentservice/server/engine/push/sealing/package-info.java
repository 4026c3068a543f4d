/**
 * What Web Push says of cryptography: bodies that only the browser reads (RFC 8291) and the proof
 * of who sends them (RFC 8292), by what Java has (ADR 0113). Knows neither people nor sessions.
 */
@NullMarked
package io.agentservice.server.engine.push.sealing;

import org.jspecify.annotations.NullMarked;
