/**
 * What a process of ours is to the system: how it ends and tidies up, which programs it runs, what
 * others see of it.
 *
 * <p>Invariant: it knows nothing of services or terminals.
 */
@NullMarked
package io.agentservice.cli.process;

import org.jspecify.annotations.NullMarked;
