/**
 * Signing in with an identity provider by OpenID Connect (auth.md 8): authorization code with PKCE,
 * state and nonce. Nothing of a sign-in under way is stored here: the browser keeps a token, and
 * all three are made from it. The provider is trusted for who somebody is, which addresses are his,
 * and in which groups he is. Uses {@code base}, {@code members} and {@code signins}.
 */
@NullMarked
package io.agentservice.server.identity.openid;

import org.jspecify.annotations.NullMarked;
