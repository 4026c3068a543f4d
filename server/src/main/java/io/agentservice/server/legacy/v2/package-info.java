/** Version 2 of the API (api-legacy.md 4), for administrators' personal legacy keys. */
@NullMarked
package io.agentservice.server.legacy.v2;

import org.jspecify.annotations.NullMarked;
