/** A session's machine, as the loop sees it: commands and files. */
@NullMarked
package io.agentservice.server.engine.machine;

import org.jspecify.annotations.NullMarked;
