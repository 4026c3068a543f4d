/**
 * Local passwords of humans (auth.md 8): argon2id, at most ten failures of an address or a name in
 * a quarter of an hour, whichever server is asked. Uses {@code base} and {@code signins}.
 */
@NullMarked
package io.agentservice.server.identity.passwords;

import org.jspecify.annotations.NullMarked;
