package io.agentservice.server.base.settings;

import io.agentservice.server.base.blobs.S3Blobs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Files of organizations.
 *
 * @param mostBytes of one file
 * @param linkSeconds how long a signed address is good
 * @param directory where they lie
 * @param bucket where they lie instead; null: nowhere else
 */
public record AttachmentSettings(
    long mostBytes, int linkSeconds, Path directory, S3Blobs.@Nullable Bucket bucket) {}
