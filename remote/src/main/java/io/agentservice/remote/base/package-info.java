/** What every part of the remote uses: its log, its exit codes, and which system this is. */
@NullMarked
package io.agentservice.remote.base;

import org.jspecify.annotations.NullMarked;
