/**
 * What every way of signing in ends with (auth.md 1, 7): a web session for a human, which stands
 * for a key that nobody sees, and the audit record of it. Uses {@code base} only.
 */
@NullMarked
package io.agentservice.server.identity.signins;

import org.jspecify.annotations.NullMarked;
