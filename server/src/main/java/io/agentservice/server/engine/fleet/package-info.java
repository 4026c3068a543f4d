/**
 * The fleet API (interface.md 4.10, 6; fleet.md 2 to 5): list, long poll and watch of the queue,
 * claim and release, and the outposts. The rules of claims are in the claims package; here is their
 * wire form.
 */
@NullMarked
package io.agentservice.server.engine.fleet;

import org.jspecify.annotations.NullMarked;
