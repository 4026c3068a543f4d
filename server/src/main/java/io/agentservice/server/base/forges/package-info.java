/**
 * Reads repositories and pull requests from GitHub, GitLab and Bitbucket by REST, bounded in time
 * and size. A token is in the header of a request only.
 */
@NullMarked
package io.agentservice.server.base.forges;

import org.jspecify.annotations.NullMarked;
