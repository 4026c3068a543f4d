/**
 * Where each address of versions 1 and 2 is found in version 3 (interface.md 4.9): what the header
 * {@code Link} of their answers says, and docs/legacy.md. Knows paths only.
 */
@NullMarked
package io.agentservice.server.legacy.migration;

import org.jspecify.annotations.NullMarked;
