/** What a server does before it serves. Entered by {@code App} alone. */
@NullMarked
package io.agentservice.server.start;

import org.jspecify.annotations.NullMarked;
