/** Files, locks and programs of this machine, as far as a database server needs them. */
@NullMarked
package io.agentservice.postgres.machine;

import org.jspecify.annotations.NullMarked;
