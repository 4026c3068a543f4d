/**
 * Local passwords (auth.md 8): argon2id, ten failures of an address or name in a quarter of an hour
 * on all servers.
 */
@NullMarked
package io.agentservice.server.identity.passwords;

import org.jspecify.annotations.NullMarked;
