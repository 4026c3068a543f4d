/**
 * Roles (auth.md 4, api-enterprise.md 6): the built-in ones, which are code, and the custom ones of
 * an account. A role is one of the account or of organizations; nobody gives what he does not hold.
 * Uses {@code base} only.
 */
@NullMarked
package io.agentservice.server.identity.roles;

import org.jspecify.annotations.NullMarked;
