/**
 * The server's file requests: read, write, stat, list.
 *
 * <p>Stateless. Writes are atomic and may be repeated; reads are streamed. Every request has one
 * answer, a refusal included.
 */
@NullMarked
package io.agentservice.remote.files;

import org.jspecify.annotations.NullMarked;
