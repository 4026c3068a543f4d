/**
 * Files of an organization (api-org.md 2), with their bytes in a {@link
 * io.agentservice.server.base.blobs.BlobStore} under the id.
 *
 * <p>A row is {@code COMING}, {@code KEPT}, {@code GOING}; it comes before the bytes and goes after
 * them, so that a crash leaves nothing half kept. Attachments of a session live as long as the
 * organization, others thirty days.
 */
@NullMarked
package io.agentservice.server.context.attachments;

import org.jspecify.annotations.NullMarked;
