/**
 * Where large things are kept that have no place in a database: bytes under a name, in a directory
 * or in a bucket of an S3-compatible store. A name is written once, as a whole or not at all, and
 * what it holds never changes. Which names there are is kept by whoever uses the store; it lists
 * nothing.
 */
@NullMarked
package io.agentservice.server.base.blobs;

import org.jspecify.annotations.NullMarked;
