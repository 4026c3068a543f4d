/** Serves the specification (completions.md 4), bundled from the files of module {@code spec}. */
@NullMarked
package io.agentservice.server.base.openapi;

import org.jspecify.annotations.NullMarked;
