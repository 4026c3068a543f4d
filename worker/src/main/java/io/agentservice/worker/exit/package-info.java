/** How a worker ends: its exit codes, and the failure that a person reads. */
@NullMarked
package io.agentservice.worker.exit;

import org.jspecify.annotations.NullMarked;
