/**
 * The files of an organization (api-org.md 2): what people give to sessions, and what agents give
 * to people. The bytes lie in a {@link io.agentservice.server.base.blobs.BlobStore} under the
 * digits of the id, all else in the database.
 *
 * <p>A row is {@code COMING} while its bytes are written, {@code KEPT}, and {@code GOING} while
 * they are removed. It comes before the bytes and goes after them; so after a crash at any moment
 * everything that is kept is whole, and what is not is found and removed ({@link
 * io.agentservice.server.context.attachments.Attachments#sweep}). An attachment that a session uses
 * lives as long as the organization, others thirty days.
 *
 * <p>Depends on the base only.
 */
@NullMarked
package io.agentservice.server.context.attachments;

import org.jspecify.annotations.NullMarked;
