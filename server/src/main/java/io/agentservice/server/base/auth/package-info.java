/**
 * Who calls and what he may do (auth.md): principals, permissions, roles, tokens and the look-up of
 * a credential. Tokens are stored as SHA-256 digests only. Knows no feature.
 */
@NullMarked
package io.agentservice.server.base.auth;

import org.jspecify.annotations.NullMarked;
