/**
 * Reads from the hosts of git repositories (GitHub, GitLab, Bitbucket) by their REST interfaces:
 * which repositories a token may see, and how a pull request stands. Bounded in time and size;
 * whatever goes wrong there is a 502 {@code upstream_failed} here. Knows no feature and keeps
 * nothing; a token is in the header of a request and nowhere else.
 */
@NullMarked
package io.agentservice.server.base.forges;

import org.jspecify.annotations.NullMarked;
