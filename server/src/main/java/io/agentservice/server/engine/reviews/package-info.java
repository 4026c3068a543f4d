/**
 * Reviews of pull requests (api-org.md 9): each is a session about the last commit of one, and
 * stands as its session stands. Of a commit at most one review is pending or running in an
 * organization.
 *
 * <p>Locks: who starts one holds an advisory lock of the pull request. Its host is asked before the
 * transaction. Depends on sessions, pull requests and git.
 */
@NullMarked
package io.agentservice.server.engine.reviews;

import org.jspecify.annotations.NullMarked;
