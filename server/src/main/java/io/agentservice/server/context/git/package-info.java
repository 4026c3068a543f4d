/**
 * Git connections of an account, each a host with a token, and the repositories that are reached
 * through them (api-enterprise.md 14). A token is sealed in the database, and in clear only in the
 * header of a request to its host and in the hands of whoever clones.
 *
 * <p>Depends on its permissions and the base.
 */
@NullMarked
package io.agentservice.server.context.git;

import org.jspecify.annotations.NullMarked;
