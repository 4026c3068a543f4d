package io.agentservice.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** A real S3-compatible server in a process of its own, which checks signatures. */
public final class S3Server implements AutoCloseable {
  public static final String KEY = "keeper";
  public static final String SECRET = "keeper-of-attachments";
  public static final String BUCKET = "attachments";

  private static final Pattern LISTENS = Pattern.compile("Started .*\\{127\\.0\\.0\\.1:(\\d+)}");

  private final Process process;
  private final URI endpoint;

  private S3Server(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts one with the bucket, its objects in the directory. */
  public static S3Server start(Path directory) throws IOException {
    var properties = directory.resolve("s3proxy.properties");
    Files.writeString(
        properties,
        """
        s3proxy.endpoint=http://127.0.0.1:0
        s3proxy.authorization=aws-v4
        s3proxy.identity=%s
        s3proxy.credential=%s
        jclouds.provider=filesystem
        jclouds.filesystem.basedir=%s
        """
            .formatted(KEY, SECRET, Files.createDirectory(directory.resolve("objects"))));
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-jar",
                Path.of("target/test-server/s3proxy-jar-with-dependencies.jar").toString(),
                "--properties",
                properties.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("server.log").toFile())
            .start();
    Await.until(() -> port(process, directory).isPresent());
    var endpoint = URI.create("http://127.0.0.1:" + port(process, directory).orElseThrow());
    var server = new S3Server(process, endpoint);
    try (var client = server.client()) {
      client.createBucket(create -> create.bucket(BUCKET));
    }
    return server;
  }

  /** Its own choice, which it logs once it listens there. */
  private static Optional<String> port(Process process, Path directory) {
    try {
      var log = Files.readString(directory.resolve("server.log"));
      if (!process.isAlive()) {
        throw new AssertionError("the S3 server does not start:\n" + log);
      }
      return LISTENS.matcher(log).results().map(started -> started.group(1)).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI endpoint() {
    return endpoint;
  }

  /** Looks into it; to be closed. */
  public S3Client client() {
    return S3Client.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .endpointOverride(endpoint)
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET)))
        .build();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
