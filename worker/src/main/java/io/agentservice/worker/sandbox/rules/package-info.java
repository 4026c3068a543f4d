/** What sessions behind walls may have, use and ask of the kernel, whatever makes the walls. */
@NullMarked
package io.agentservice.worker.sandbox.rules;

import org.jspecify.annotations.NullMarked;
