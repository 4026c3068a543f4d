/**
 * The server's file requests: read, write, stat, list. Writes are atomic and repeatable, reads are
 * streamed; every request has one answer.
 */
@NullMarked
package io.agentservice.remote.files;

import org.jspecify.annotations.NullMarked;
