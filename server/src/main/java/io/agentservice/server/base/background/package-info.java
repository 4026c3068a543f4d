/**
 * Threads of a node that must not die: each goes on after whatever its work throws, and the
 * readiness probe knows of one that is dead or stuck. The chores of features run on such threads;
 * some by one node alone, which holds the lease in {@code leader}. Knows no feature.
 */
@NullMarked
package io.agentservice.server.base.background;

import org.jspecify.annotations.NullMarked;
