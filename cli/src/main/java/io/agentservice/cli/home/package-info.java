/**
 * The data directory {@code AGENT_HOME}: its keys, its runs, who uses its server, and where that
 * listens.
 *
 * <p>Invariant: files are the owner's; locks are the system's, so that whoever is killed has let go
 * of them.
 */
@NullMarked
package io.agentservice.cli.home;

import org.jspecify.annotations.NullMarked;
