/**
 * The service of this machine: a server inside this process or in one of its own, its worker, and
 * what ends both (ADR 0045).
 *
 * <p>Invariant: whoever starts something here has the {@code Cleanup} end it.
 */
@NullMarked
package io.agentservice.cli.service;

import org.jspecify.annotations.NullMarked;
