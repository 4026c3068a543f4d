/**
 * The pull requests of sessions (sessions.md 9): found in what a session does, each address once,
 * and their states. A pull request is {@code open} when it is found. Its host is asked where a git
 * permission covers the repository.
 *
 * <p>Locks: whoever writes here holds the session's row. Depends on the base and on git.
 */
@NullMarked
package io.agentservice.server.engine.pullrequests;

import org.jspecify.annotations.NullMarked;
