/**
 * OpenID Connect (auth.md 8): authorization code with PKCE, state and nonce, all made from the
 * browser's token, so that nothing is stored here.
 */
@NullMarked
package io.agentservice.server.identity.openid;

import org.jspecify.annotations.NullMarked;
