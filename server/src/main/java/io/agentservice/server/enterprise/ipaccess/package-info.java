/**
 * The IP access list of an account (auth.md 6, api-enterprise.md 11): from where its callers may
 * come. Enforced by the gate of {@code base.http}. Uses {@code base}.
 */
@NullMarked
package io.agentservice.server.enterprise.ipaccess;

import org.jspecify.annotations.NullMarked;
