/** Whom worker and remote trust behind {@code https} and {@code wss}. Knows no other package. */
@NullMarked
package io.agentservice.wire.trust;

import org.jspecify.annotations.NullMarked;
