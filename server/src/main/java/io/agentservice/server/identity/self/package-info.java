/** Who am I (auth.md 2). */
@NullMarked
package io.agentservice.server.identity.self;

import org.jspecify.annotations.NullMarked;
