/** The core, and how a feature hands out routes and chores. */
@NullMarked
package io.agentservice.server.base.core;

import org.jspecify.annotations.NullMarked;
