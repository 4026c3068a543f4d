/** Text as people see it, the same on pages and terminals. */
@NullMarked
package io.agentservice.wire.text;

import org.jspecify.annotations.NullMarked;
