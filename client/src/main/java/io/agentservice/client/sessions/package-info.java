/** Sessions, their messages and events. */
@NullMarked
package io.agentservice.client.sessions;

import org.jspecify.annotations.NullMarked;
