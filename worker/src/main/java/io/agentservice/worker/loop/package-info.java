/**
 * What every loop of the worker needs: when to end, how long to wait, whom to tell. Knows nothing
 * of claims, binaries or processes. Nothing here sleeps through a stop.
 */
@NullMarked
package io.agentservice.worker.loop;

import org.jspecify.annotations.NullMarked;
