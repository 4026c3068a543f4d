/**
 * The fleet API's objects on the wire (interface.md 2.12, 2.13, 4.10, 6); times are Unix seconds.
 */
@NullMarked
package io.agentservice.wire.fleet;

import org.jspecify.annotations.NullMarked;
