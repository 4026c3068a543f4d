/**
 * The machine of a running session as the loop sees it: commands and files of a remote that is
 * connected to this node. The gateway makes them; nothing here knows websockets.
 */
@NullMarked
package io.agentservice.server.engine.machine;

import org.jspecify.annotations.NullMarked;
