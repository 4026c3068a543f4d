/**
 * Threads that outlive failures of their work, known to the readiness probe, and the chores of
 * features on them.
 */
@NullMarked
package io.agentservice.server.base.background;

import org.jspecify.annotations.NullMarked;
