/**
 * What organizations may reach through the git connections of their account (api-enterprise.md 14).
 * Of several permissions that cover a repository the one with the longest path decides; items of an
 * organization that lie in each other differ in {@code read_only}.
 *
 * <p>Locks: who writes permissions of an organization holds its row; who writes an item holds the
 * connection, too, so that it can't be deleted meanwhile. Depends on the base only.
 */
@NullMarked
package io.agentservice.server.context.git.permissions;

import org.jspecify.annotations.NullMarked;
