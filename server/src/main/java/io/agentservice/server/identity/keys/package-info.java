/**
 * The keys of humans and service users (auth.md 1): made, listed, revoked, replaced. The token's
 * text leaves this package once, to whoever asked for the key. Who may ask, and what the audit log
 * says of it, is the callers' part. Uses {@code base} only.
 */
@NullMarked
package io.agentservice.server.identity.keys;

import org.jspecify.annotations.NullMarked;
