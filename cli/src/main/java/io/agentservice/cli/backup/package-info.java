/** Backups of a data directory. */
@NullMarked
package io.agentservice.cli.backup;

import org.jspecify.annotations.NullMarked;
