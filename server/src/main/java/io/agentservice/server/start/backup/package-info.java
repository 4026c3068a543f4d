/**
 * Backups of an installation with the embedded database: a directory that appears when it is whole,
 * without the master key.
 */
@NullMarked
package io.agentservice.server.start.backup;

import org.jspecify.annotations.NullMarked;
