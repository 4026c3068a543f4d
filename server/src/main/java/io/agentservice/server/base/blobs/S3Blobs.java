package io.agentservice.server.base.blobs;

import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** Blobs as objects of a bucket in an S3-compatible store; large ones are sent in parts. */
public final class S3Blobs implements BlobStore {
  /** 10,000 parts make 80 GiB; the store's minimum is 5 MiB. */
  private static final int PART_BYTES = 8 << 20;

  private final S3Client client;
  private final String bucket;
  private final String prefix;

  private S3Blobs(S3Client client, String bucket, String prefix) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  /**
   * A bucket and its credentials.
   *
   * @param prefix of the objects' keys; may be empty
   * @param endpoint null for Amazon's
   * @param region null: as {@code AWS_REGION}, a profile or the machine says
   * @param accessKey null, with the secret: as {@code AWS_*}, a profile or the machine says
   */
  public record Bucket(
      String name,
      String prefix,
      @Nullable URI endpoint,
      @Nullable String region,
      @Nullable String accessKey,
      @Nullable String secretKey) {
    @Override
    public String toString() {
      return "Bucket[%s/%s]".formatted(name, prefix);
    }
  }

  public static S3Blobs in(Bucket bucket) {
    var builder = S3.client(bucket.endpoint(), bucket.region());
    if (bucket.accessKey() != null && bucket.secretKey() != null) {
      builder.credentialsProvider(
          StaticCredentialsProvider.create(
              AwsBasicCredentials.create(bucket.accessKey(), bucket.secretKey())));
    }
    try {
      String prefix = bucket.prefix().isEmpty() ? "" : bucket.prefix() + "/";
      return new S3Blobs(builder.build(), bucket.name(), prefix);
    } catch (SdkException e) {
      throw failure(bucket.name(), e);
    }
  }

  @Override
  public Sink write(String name) {
    return new ObjectSink(prefix + name);
  }

  @Override
  public InputStream read(String name, long from, long length) {
    return told(() ->
        client.getObject(get ->
            get.bucket(bucket)
                .key(prefix + name)
                .range("bytes=%d-%d".formatted(from, from + length - 1))));
  }

  @Override
  public boolean has(String name) {
    return told(() -> {
      try {
        client.headObject(head -> head.bucket(bucket).key(prefix + name));
        return true;
      } catch (NoSuchKeyException | NoSuchBucketException gone) {
        return false;
      }
    });
  }

  @Override
  public void delete(String name) {
    String key = prefix + name;
    told(() -> {
      client.listMultipartUploads(list -> list.bucket(bucket).prefix(key)).uploads().stream()
          .filter(upload -> upload.key().equals(key))
          .forEach(upload -> abort(key, upload.uploadId()));
      return client.deleteObject(delete -> delete.bucket(bucket).key(key));
    });
  }

  private void abort(String key, String upload) {
    client.abortMultipartUpload(abort -> abort.bucket(bucket).key(key).uploadId(upload));
  }

  private <T> T told(Supplier<T> work) {
    try {
      return work.get();
    } catch (SdkException e) {
      throw failure(bucket, e);
    }
  }

  private static BlobStoreException failure(String bucket, SdkException e) {
    return new BlobStoreException("bucket %s: %s".formatted(bucket, S3.why(e)), e);
  }

  @Override
  public void close() {
    client.close();
  }

  private final class ObjectSink implements Sink {
    private final String key;
    private final ByteBuffer part = ByteBuffer.allocate(PART_BYTES);
    private final List<CompletedPart> sent = new ArrayList<>();
    private @Nullable String upload;
    private boolean kept;

    ObjectSink(String key) {
      this.key = key;
    }

    @Override
    public void write(ByteBuffer bytes) {
      while (bytes.hasRemaining()) {
        if (!part.hasRemaining()) {
          sendPart();
        }
        int length = Math.min(bytes.remaining(), part.remaining());
        part.put(bytes.slice(bytes.position(), length));
        bytes.position(bytes.position() + length);
      }
    }

    private void sendPart() {
      String id = upload == null ? begin() : upload;
      int number = sent.size() + 1;
      var answer =
          told(() ->
              client.uploadPart(
                  send -> send.bucket(bucket).key(key).uploadId(id).partNumber(number), content()));
      sent.add(CompletedPart.builder().partNumber(number).eTag(answer.eTag()).build());
    }

    private String begin() {
      String id =
          told(() -> client.createMultipartUpload(create -> create.bucket(bucket).key(key)))
              .uploadId();
      upload = id;
      return id;
    }

    private RequestBody content() {
      part.flip();
      var body = RequestBody.fromByteBuffer(part);
      part.clear();
      return body;
    }

    @Override
    public void commit() {
      String id = upload;
      if (id == null) {
        told(() -> client.putObject(put -> put.bucket(bucket).key(key), content()));
      } else {
        sendPart();
        told(() ->
            client.completeMultipartUpload(complete ->
                complete
                    .bucket(bucket)
                    .key(key)
                    .uploadId(id)
                    .multipartUpload(parts -> parts.parts(sent))));
      }
      kept = true;
    }

    @Override
    public void close() {
      String id = upload;
      if (!kept && id != null) {
        told(() -> {
          abort(key, id);
          return id;
        });
      }
    }
  }
}
