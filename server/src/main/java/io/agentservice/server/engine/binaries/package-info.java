/**
 * Publishing of the remote binaries that workers fetch (interface.md 10.3, fleet.md section 10).
 *
 * <p>The directory is the truth: files named {@code latest_<suffix>}, {@code
 * agent-remote_<sha>_<suffix>} and {@code agent-remote_<sha>_<suffix>.sha256}. It is looked at anew
 * for each request, so that a new binary is published by putting files there: binary, digest, then
 * latest. Nothing but these names is served, whatever else lies there.
 */
@NullMarked
package io.agentservice.server.engine.binaries;

import org.jspecify.annotations.NullMarked;
