/**
 * Typed identifiers (completions.md 3): a prefix and a UUIDv7's 32 hex digits, which sort by time.
 */
@NullMarked
package io.agentservice.server.base.ids;

import org.jspecify.annotations.NullMarked;
