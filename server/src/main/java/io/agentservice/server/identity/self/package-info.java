/** Who am I (auth.md 2), and the keys that a human makes for himself (auth.md 8). */
@NullMarked
package io.agentservice.server.identity.self;

import org.jspecify.annotations.NullMarked;
