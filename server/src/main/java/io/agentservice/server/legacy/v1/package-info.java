/** Translates version 1's addresses and shapes (api-legacy.md) to the features, without SQL. */
@NullMarked
package io.agentservice.server.legacy.v1;

import org.jspecify.annotations.NullMarked;
