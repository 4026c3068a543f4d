/** What is to be started: the file that a command's first word means, and its variables. */
@NullMarked
package io.agentservice.remote.program;

import org.jspecify.annotations.NullMarked;
