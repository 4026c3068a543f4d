package io.agentservice.cli.publish;

import io.agentservice.server.base.blobs.S3;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * A bucket of an S3-compatible store. Credentials and region are found as every tool of that world
 * finds them: {@code AWS_*} variables, profiles, the machine's role. Who may read the objects is
 * the bucket's own policy.
 */
public final class S3Store implements ReleaseStore {
  /** Names that hold a digest never get other bytes. */
  private static final String IMMUTABLE = "public, max-age=31536000, immutable";

  private final S3Client client;
  private final String bucket;
  private final String prefix;

  private S3Store(S3Client client, String bucket, String prefix) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  /**
   * Connects to nothing yet.
   *
   * @param target {@code s3://bucket/prefix}; the prefix may be absent
   * @param endpoint address of the store; null for Amazon's, or what {@code AWS_ENDPOINT_URL} says
   * @throws PublishException when the target names no bucket, or there is no region for Amazon's
   */
  public static S3Store open(URI target, @Nullable URI endpoint) throws PublishException {
    if (target.getHost() == null) {
      throw new PublishException(target + " names no bucket: s3://bucket/prefix");
    }
    try {
      var client = S3.client(endpoint, System.getenv("AWS_REGION")).build();
      String path = target.getPath().replaceAll("^/+|/+$", "");
      return new S3Store(client, target.getHost(), (path.isEmpty() ? "" : path + "/") + DIRECTORY);
    } catch (SdkException e) {
      throw new PublishException(S3.why(e), e);
    }
  }

  @Override
  public Optional<String> text(String name) throws IOException {
    try {
      ResponseBytes<?> bytes =
          client.getObjectAsBytes(get -> get.bucket(bucket).key(prefix + name));
      return Optional.of(bytes.asString(StandardCharsets.US_ASCII).strip());
    } catch (NoSuchKeyException _) {
      return Optional.empty();
    } catch (SdkException e) {
      throw failure(e);
    }
  }

  @Override
  public void write(String name, String text) throws IOException {
    String caching = name.startsWith("latest_") ? "no-cache" : IMMUTABLE;
    put(name, "text/plain; charset=utf-8", caching, RequestBody.fromString(text));
  }

  @Override
  public void write(String name, Path file) throws IOException {
    put(name, "application/octet-stream", IMMUTABLE, RequestBody.fromFile(file));
  }

  private void put(String name, String type, String caching, RequestBody body) throws IOException {
    try {
      client.putObject(
          put -> put.bucket(bucket).key(prefix + name).contentType(type).cacheControl(caching),
          body);
    } catch (SdkException e) {
      throw failure(e);
    }
  }

  private IOException failure(SdkException e) {
    return new IOException("bucket " + bucket + ": " + S3.why(e), e);
  }

  @Override
  public void close() {
    client.close();
  }
}
