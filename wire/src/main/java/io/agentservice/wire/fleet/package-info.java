/**
 * The objects of the fleet API as they cross the wire (interface.md 2.12, 2.13, 4.10, 6): written
 * by the server, read by clients and workers. Field names are these names in snake_case; times are
 * whole Unix seconds; absent is null.
 */
@NullMarked
package io.agentservice.wire.fleet;

import org.jspecify.annotations.NullMarked;
