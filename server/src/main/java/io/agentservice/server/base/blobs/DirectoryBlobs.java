package io.agentservice.server.base.blobs;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Blobs as files in 256 directories, renamed when they are whole and on disk. Keeps some of the
 * disk free, which the database mostly shares.
 */
public final class DirectoryBlobs implements BlobStore {
  /** Bytes that stay free. */
  private static final long RESERVE = 256L << 20;

  /** Bytes written between two looks at the free space. */
  private static final long LOOK = 8L << 20;

  private static final String PART = ".part";

  private final Path root;
  private final long reserve;

  private DirectoryBlobs(Path root, long reserve) {
    this.root = root;
    this.reserve = reserve;
  }

  /** In that directory, which is made, for its owner only, when something is written. */
  public static DirectoryBlobs in(Path root) {
    return new DirectoryBlobs(root, RESERVE);
  }

  /** {@code reserve}: bytes of the disk that stay free. */
  static DirectoryBlobs in(Path root, long reserve) {
    return new DirectoryBlobs(root, reserve);
  }

  @Override
  public Sink write(String name) {
    var file = file(name);
    try {
      makeDirectory(file);
      checkRoom();
      return new FileSink(file);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static void makeDirectory(Path file) throws IOException {
    Files.createDirectories(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  @Override
  public InputStream read(String name, long from, long length) {
    FileChannel channel;
    try {
      channel = FileChannel.open(file(name), StandardOpenOption.READ);
    } catch (IOException e) {
      throw failure(e);
    }
    try {
      return new Part(Channels.newInputStream(channel.position(from)), length);
    } catch (IOException e) {
      close(channel);
      throw failure(e);
    }
  }

  private static void close(FileChannel channel) {
    try (channel) {
      // That is all.
    } catch (IOException _) {
      // Whoever reads is told of the first failure.
    }
  }

  @Override
  public boolean has(String name) {
    var file = file(name);
    if (!Files.exists(file) && !Files.notExists(file)) {
      throw failure(new IOException("it can't be looked into"));
    }
    return Files.exists(file);
  }

  @Override
  public void delete(String name) {
    var file = file(name);
    try {
      Files.deleteIfExists(part(file));
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {}

  /** Names begin with their time: what is made together is told apart by their ends. */
  private Path file(String name) {
    return root.resolve(name.substring(name.length() - 2)).resolve(name);
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + PART);
  }

  private void checkRoom() throws IOException {
    if (Files.getFileStore(root).getUsableSpace() < reserve) {
      throw new BlobStoreException(
          "the disk of %s has less than %d MiB left".formatted(root, reserve >> 20), null);
    }
  }

  private BlobStoreException failure(IOException e) {
    return new BlobStoreException("the directory %s can't be used: %s".formatted(root, e), e);
  }

  private final class FileSink implements Sink {
    private final Path file;
    private final FileChannel channel;
    private long unlooked;
    private boolean kept;

    FileSink(Path file) throws IOException {
      this.file = file;
      channel =
          FileChannel.open(part(file), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void write(ByteBuffer bytes) {
      try {
        unlooked += bytes.remaining();
        if (unlooked > LOOK) {
          unlooked = 0;
          checkRoom();
        }
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      } catch (IOException e) {
        throw failure(e);
      }
    }

    @Override
    public void commit() {
      try {
        channel.force(true);
        channel.close();
        Files.move(part(file), file, StandardCopyOption.ATOMIC_MOVE);
        try (var directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
          directory.force(true); // the name, too
        }
        kept = true;
      } catch (IOException e) {
        throw failure(e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
        if (!kept) {
          Files.deleteIfExists(part(file));
        }
      } catch (IOException e) {
        throw failure(e);
      }
    }
  }

  /** The next bytes of a stream and no more. */
  private static final class Part extends FilterInputStream {
    private long left;

    Part(InputStream in, long length) {
      super(in);
      left = length;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int read = super.read(bytes, offset, (int) Math.min(left, length));
      left -= Math.max(read, 0);
      return read;
    }
  }
}
