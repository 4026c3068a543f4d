/**
 * Large bytes under a name, in a directory or an S3-compatible bucket: written once, whole or not
 * at all, never changed. Users know the names; the store lists nothing.
 */
@NullMarked
package io.agentservice.server.base.blobs;

import org.jspecify.annotations.NullMarked;
