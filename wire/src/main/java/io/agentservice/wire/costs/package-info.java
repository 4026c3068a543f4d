/** What a session has cost, and how that is said to people: the same on pages and in terminals. */
@NullMarked
package io.agentservice.wire.costs;

import org.jspecify.annotations.NullMarked;
