/**
 * What an account has beside its organizations' things. Uses {@code base}, {@code context}, {@code
 * identity} and {@code engine}; {@code web} and {@code legacy} may use it.
 */
@NullMarked
package io.agentservice.server.enterprise;

import org.jspecify.annotations.NullMarked;
