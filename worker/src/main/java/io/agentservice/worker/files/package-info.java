/** How the worker's files come to be: for their owner only. Knows nothing of the worker. */
@NullMarked
package io.agentservice.worker.files;

import org.jspecify.annotations.NullMarked;
