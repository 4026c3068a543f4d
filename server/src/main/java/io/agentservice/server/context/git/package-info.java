/**
 * Git connections of an account, each a host with a token, and what organizations may reach through
 * them (api-enterprise.md 14). A token is sealed in the database, and in clear only in the header
 * of a request to its host and in the hands of whoever clones. Of several permissions that cover a
 * repository the one with the longest path decides; items of an organization that lie in each other
 * differ in {@code read_only}.
 *
 * <p>Locks: who writes permissions of an organization holds its row; who writes an item holds the
 * connection, too, so that it can't be deleted meanwhile. Depends on the base only.
 */
@NullMarked
package io.agentservice.server.context.git;

import org.jspecify.annotations.NullMarked;
