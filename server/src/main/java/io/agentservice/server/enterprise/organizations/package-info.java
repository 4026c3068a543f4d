/**
 * The organizations of an account (api-enterprise.md 1): made, changed, deleted, and erased a week
 * later. From its deletion on an organization is as if it did not exist: its sessions end, its keys
 * are refused, its roles are gone; its content is kept for {@link
 * io.agentservice.server.enterprise.organizations.Erasure#KEPT_DAYS} days in case it was a mistake.
 * Uses {@code base} and the sessions' lifecycle.
 */
@NullMarked
package io.agentservice.server.enterprise.organizations;

import org.jspecify.annotations.NullMarked;
