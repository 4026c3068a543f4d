/**
 * Commands, and people's terminals, as processes of this machine.
 *
 * <p>States: starting → running → ended; an ended one never changes, an id is never started twice.
 * Output goes to disk before the server.
 */
@NullMarked
package io.agentservice.remote.shell;

import org.jspecify.annotations.NullMarked;
