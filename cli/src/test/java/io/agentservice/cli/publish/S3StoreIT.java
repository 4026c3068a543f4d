package io.agentservice.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Against a real S3-compatible server in a process of its own, which checks signatures. */
@Isolated("its credentials are properties of the whole process")
class S3StoreIT {
  private static final String KEY = "publisher";
  private static final String SECRET = "publisher-secret";
  private static final Pattern LISTENS = Pattern.compile("Started .*\\{127\\.0\\.0\\.1:(\\d+)}");
  @TempDir private static Path directory;
  private static Process server;
  private static URI endpoint;

  @BeforeAll
  static void start() throws IOException {
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
    server =
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
    endpoint = URI.create("http://127.0.0.1:" + awaitPort());
    System.setProperty("aws.accessKeyId", KEY);
    System.setProperty("aws.secretAccessKey", SECRET);
    try (var client = client()) {
      client.createBucket(create -> create.bucket("artifacts"));
    }
  }

  @AfterAll
  static void stop() throws InterruptedException {
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
    server.destroyForcibly();
    server.waitFor(120, TimeUnit.SECONDS);
  }

  private static String awaitPort() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (true) {
      var log = Files.readString(directory.resolve("server.log"));
      var listens = LISTENS.matcher(log);
      if (listens.find()) {
        return listens.group(1);
      }
      if (System.nanoTime() > end || !server.isAlive()) {
        throw new AssertionError("the S3 server does not start:\n" + log);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private static S3Client client() {
    return S3Client.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .endpointOverride(endpoint)
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET)))
        .build();
  }

  private static Release release(String sha, String content) throws Exception {
    var built = Files.createTempDirectory(directory, "built");
    BuiltRemotes.write(built, "linux_x64", sha, content);
    return Release.in(built).getFirst();
  }

  @Test
  void aBucketGetsTheObjectsWithTheirCaching() throws Exception {
    try (var store = S3Store.open(URI.create("s3://artifacts/static/"), endpoint);
        var client = client()) {
      assertThat(store.publish(release("4f0c1d2a", "the binary"))).isTrue();
      assertThat(store.publish(release("4f0c1d2a", "the binary"))).isFalse();

      String below = "static/agent-rs/remote/";
      var binary =
          client.getObjectAsBytes(
              get -> get.bucket("artifacts").key(below + "agent-remote_4f0c1d2a_linux_x64"));
      assertThat(binary.asUtf8String()).isEqualTo("the binary");
      assertThat(binary.response().cacheControl()).contains("immutable");
      var latest =
          client.getObjectAsBytes(get -> get.bucket("artifacts").key(below + "latest_linux_x64"));
      assertThat(latest.asUtf8String()).isEqualTo("4f0c1d2a\n");
      assertThat(latest.response().cacheControl()).isEqualTo("no-cache");
    }
  }

  @Test
  void aPublishedBinaryIsNotReplacedByOtherBytes() throws Exception {
    try (var store = S3Store.open(URI.create("s3://artifacts/other"), endpoint)) {
      store.publish(release("4f0c1d2a", "the binary"));

      assertThatThrownBy(() -> store.publish(release("4f0c1d2a", "other bytes")))
          .isInstanceOf(PublishException.class)
          .hasMessageContaining("published with other bytes");
    }
  }

  @Test
  void aMissingBucketIsToldInOneLine() throws Exception {
    try (var store = S3Store.open(URI.create("s3://nowhere/static"), endpoint)) {
      assertThatThrownBy(() -> store.publish(release("4f0c1d2a", "the binary")))
          .isInstanceOf(PublishException.class)
          .hasMessageContaining("bucket nowhere: NoSuchBucket");
    }
  }

  @Test
  void aTargetWithoutABucketIsRefused() {
    assertThatThrownBy(() -> S3Store.open(URI.create("s3:///static"), endpoint))
        .isInstanceOf(PublishException.class)
        .hasMessageContaining("names no bucket");
  }
}
