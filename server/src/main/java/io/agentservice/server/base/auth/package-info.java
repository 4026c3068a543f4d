/** Who calls and what he may do (auth.md). Tokens are stored as SHA-256 digests only. */
@NullMarked
package io.agentservice.server.base.auth;

import org.jspecify.annotations.NullMarked;
