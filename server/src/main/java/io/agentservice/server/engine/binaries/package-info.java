/**
 * The remote binaries that workers fetch (interface.md 10.3, fleet.md 10): files {@code
 * latest_<suffix>}, {@code agent-remote_<sha>_<suffix>} and {@code .sha256}, looked up at each
 * request, so that putting them into the directory, latest last, publishes them.
 */
@NullMarked
package io.agentservice.server.engine.binaries;

import org.jspecify.annotations.NullMarked;
