package io.agentservice.server.base.settings;

import io.agentservice.server.base.blobs.S3Blobs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Files of organizations.
 *
 * @param mostBytes of one file
 * @param linkSeconds how long a signed address is good
 * @param directory where they are, unless in {@code bucket}
 * @param adopt use this place, even if the database knows another
 */
public record AttachmentSettings(
    long mostBytes,
    int linkSeconds,
    Path directory,
    S3Blobs.@Nullable Bucket bucket,
    boolean adopt) {
  /** The place, as in the setting. */
  public String place() {
    return bucket == null
        ? directory.toString()
        : "s3://%s/%s".formatted(bucket.name(), bucket.prefix());
  }
}
