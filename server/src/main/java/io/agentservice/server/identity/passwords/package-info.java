/**
 * Local passwords of humans (auth.md 8): argon2id, at most ten failures of an address or a name in
 * a quarter of an hour, whichever server is asked. Signing in makes a key that nobody sees, for
 * which the web session stands. Uses {@code base} only.
 */
@NullMarked
package io.agentservice.server.identity.passwords;

import org.jspecify.annotations.NullMarked;
