/**
 * What a session may reach (ADR 0069): read {@code Policy} first. Asks nobody but the resolver that
 * it is given.
 */
@NullMarked
package io.agentservice.worker.network.policy;

import org.jspecify.annotations.NullMarked;
