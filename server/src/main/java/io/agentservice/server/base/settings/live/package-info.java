/** The settings of a server that runs, and how it takes others (ADR 0104). */
@NullMarked
package io.agentservice.server.base.settings.live;

import org.jspecify.annotations.NullMarked;
