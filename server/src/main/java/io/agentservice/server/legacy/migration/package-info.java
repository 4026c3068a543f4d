/**
 * Each older address in version 3 (interface.md 4.9): the header {@code Link}, and docs/legacy.md.
 */
@NullMarked
package io.agentservice.server.legacy.migration;

import org.jspecify.annotations.NullMarked;
