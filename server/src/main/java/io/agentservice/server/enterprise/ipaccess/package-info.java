/**
 * The IP access list of an account (auth.md 6, api-enterprise.md 11), enforced in {@code
 * base.http}.
 */
@NullMarked
package io.agentservice.server.enterprise.ipaccess;

import org.jspecify.annotations.NullMarked;
