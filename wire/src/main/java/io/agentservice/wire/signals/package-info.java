/** Signals of the system. Knows no other package. */
@NullMarked
package io.agentservice.wire.signals;

import org.jspecify.annotations.NullMarked;
