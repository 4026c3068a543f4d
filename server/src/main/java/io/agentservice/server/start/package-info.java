/**
 * What a server does before it serves: finds its data and its keys, and fills an empty database.
 * Entered by {@code App} alone.
 */
@NullMarked
package io.agentservice.server.start;

import org.jspecify.annotations.NullMarked;
