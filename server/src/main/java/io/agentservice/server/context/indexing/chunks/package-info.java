/**
 * What is kept of a file's text, and what can be found in it: chunks of some dozen lines, their
 * words, and the lines that show why one was found.
 */
@NullMarked
package io.agentservice.server.context.indexing.chunks;

import org.jspecify.annotations.NullMarked;
