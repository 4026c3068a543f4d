/** The walls that a worker has put around this remote (docs/isolation.md). */
@NullMarked
package io.agentservice.remote.walls;

import org.jspecify.annotations.NullMarked;
