package io.agentservice.server.base.settings;

import io.agentservice.server.base.blobs.S3Blobs;
import io.agentservice.server.base.settings.reading.SettingReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
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
  private static final String STORE = "AGENT_ATTACHMENT_STORE";
  private static final String BUCKET = "s3://";

  /** Where they lie: one of both. */
  private record Store(@Nullable Path directory, @Nullable URI bucket) {}

  static AttachmentSettings read(SettingReader r, Path home) {
    long mostBytes =
        r.number(
            "AGENT_ATTACHMENT_MAX_BYTES", 1, 1L << 40, 1L << 30, "Size of the largest attachment");
    int linkSeconds =
        r.integer(
            "AGENT_LINK_SECONDS", 1, 86_400, 300, "How long the address of a download is good");
    var usual = home.resolve("data/attachments");
    var store =
        r.parsed(
            STORE,
            AttachmentSettings::store,
            "data/attachments in AGENT_HOME",
            "Where attachments lie: a directory, shared by all servers, or s3://BUCKET/PREFIX");
    var bucket = bucket(r, store == null ? null : store.bucket());
    var directory = store == null ? null : store.directory();
    boolean adopt =
        r.bool(
            STORE + "_ADOPT",
            false,
            "Whether this start makes that place the database's though it knows another one: once,"
                + " after files were lost or moved without their marker");
    return new AttachmentSettings(
        mostBytes, linkSeconds, directory == null ? usual : directory, bucket, adopt);
  }

  private static Store store(String text) {
    if (!text.startsWith(BUCKET)) {
      try {
        return new Store(Path.of(text).toAbsolutePath().normalize(), null);
      } catch (InvalidPathException _) {
        throw new IllegalArgumentException("must be a directory or s3://BUCKET/PREFIX");
      }
    }
    var uri = uri(text);
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("names no bucket: s3://BUCKET/PREFIX");
    }
    return new Store(null, uri);
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException _) {
      throw new IllegalArgumentException("must be an address");
    }
  }

  /** The usual names of tools with such stores. */
  private static S3Blobs.@Nullable Bucket bucket(SettingReader r, @Nullable URI uri) {
    var endpoint =
        r.parsed(
            "AWS_ENDPOINT_URL_S3",
            AttachmentSettings::uri,
            "Amazon's",
            "Address of the S3-compatible store that holds the bucket of " + STORE);
    String region =
        r.text("AWS_REGION", "of a profile or the machine", "Region of the bucket of " + STORE);
    String access =
        r.text("AWS_ACCESS_KEY_ID", "of a profile or the machine", "Access key for that bucket");
    String secret =
        r.secret()
            .text(
                "AWS_SECRET_ACCESS_KEY",
                "of a profile or the machine",
                "Secret key for that bucket");
    if (uri == null) {
      return null;
    }
    String prefix = uri.getPath().replaceAll("^/+|/+$", "");
    return new S3Blobs.Bucket(uri.getHost(), prefix, endpoint, region, access, secret);
  }

  /** The place, as in the setting. */
  public String place() {
    return bucket == null
        ? directory.toString()
        : "s3://%s/%s".formatted(bucket.name(), bucket.prefix());
  }
}
