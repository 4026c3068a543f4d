/** Principals, keys and roles as resources. Uses {@code base} only. */
@NullMarked
package io.agentservice.server.identity;

import org.jspecify.annotations.NullMarked;
