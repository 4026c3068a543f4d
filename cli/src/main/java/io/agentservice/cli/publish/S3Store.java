package io.agentservice.cli.publish;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * A bucket of an S3-compatible store. Credentials and region are found as every tool of that world
 * finds them: {@code AWS_*} variables, profiles, the machine's role. Who may read the objects is
 * the bucket's own policy.
 */
public final class S3Store implements ReleaseStore {
  /** Names that hold a digest never get other bytes. */
  private static final String IMMUTABLE = "public, max-age=31536000, immutable";

  /** Before a page about every place that was looked at. */
  private static final String NOT_FOUND = " from any of the providers in the chain";

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
      var builder =
          S3Client.builder()
              .httpClientBuilder(UrlConnectionHttpClient.builder())
              // Stores other than Amazon's don't all know the newer checksums.
              .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
              .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
      if (endpoint != null) {
        builder.endpointOverride(endpoint).forcePathStyle(true);
        builder.region(Region.of(System.getenv().getOrDefault("AWS_REGION", "us-east-1")));
      }
      String path = target.getPath().replaceAll("^/+|/+$", "");
      return new S3Store(
          builder.build(), target.getHost(), (path.isEmpty() ? "" : path + "/") + DIRECTORY);
    } catch (SdkException e) {
      throw new PublishException(why(e), e);
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
    return new IOException("bucket " + bucket + ": " + why(e), e);
  }

  private static String why(SdkException e) {
    if (e instanceof S3Exception answer && answer.awsErrorDetails() != null) {
      var details = answer.awsErrorDetails();
      return details.errorCode() + ", " + details.errorMessage();
    }
    String message = String.valueOf(e.getMessage());
    int chain = message.indexOf(NOT_FOUND);
    return chain < 0
        ? message
        : message.substring(0, chain)
            + ": set AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY";
  }

  @Override
  public void close() {
    client.close();
  }
}
