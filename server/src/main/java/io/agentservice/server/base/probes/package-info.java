/** The service probes: whether this node lives, and whether it can do its work. */
@NullMarked
package io.agentservice.server.base.probes;

import org.jspecify.annotations.NullMarked;
