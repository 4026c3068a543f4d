package io.agentservice.server.base.blobs;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What all uses of S3-compatible stores share. */
public final class S3 {
  /** What follows is a page about every place that was searched. */
  private static final String NOT_FOUND = " from any of the providers in the chain";

  private S3() {}

  /**
   * Connects to nothing yet; null: as {@code AWS_*}, a profile or the machine says, for a store
   * with an address {@code us-east-1}.
   */
  public static S3ClientBuilder client(@Nullable URI endpoint, @Nullable String region) {
    var builder =
        S3Client.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            // Stores other than Amazon's don't all know the newer checksums.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
    if (endpoint != null) {
      builder.endpointOverride(endpoint).forcePathStyle(true).region(Region.US_EAST_1);
    }
    if (region != null) {
      builder.region(Region.of(region));
    }
    return builder;
  }

  /** What went wrong, in the store's words where it answered. */
  public static String why(SdkException e) {
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
}
