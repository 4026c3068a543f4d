/**
 * {@code agent doctor}: whether this machine has what the service needs.
 *
 * <p>Invariant: it changes nothing.
 */
@NullMarked
package io.agentservice.cli.doctor;

import org.jspecify.annotations.NullMarked;
