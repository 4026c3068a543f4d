package io.agentservice.remote.files;

import static java.nio.file.StandardOpenOption.READ;

import io.agentservice.wire.frames.ToRemote.ListFiles;
import io.agentservice.wire.frames.ToRemote.ReadFile;
import io.agentservice.wire.frames.ToRemote.Stat;
import io.agentservice.wire.frames.ToRemote.WriteFile;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Entry;
import io.agentservice.wire.frames.ToServer.Failed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file requests of the gateway protocol (section 4); relative paths start at the working
 * directory. The server may touch what the process may.
 */
public final class WorkFiles {
  private static final String OUTSIDE = "outside";
  private static final String NOT_A_DIRECTORY = "Not a directory"; // the system's words
  private static final long DIGEST_LIMIT = 16 << 20;
  private static final int WRITE_LIMIT = 4 << 20;
  private static final int LIST_LIMIT = 10_000;

  private final Path directory;
  private final @Nullable Path home;
  private final @Nullable Path ours;

  /**
   * Relative paths start at {@code directory}, which is absolute, those with {@code ~} at {@code
   * home}, where there is one.
   */
  public WorkFiles(Path directory, @Nullable Path home) {
    this(directory, home, null);
  }

  /** As above; {@code ours} is what the remote itself keeps. */
  public WorkFiles(Path directory, @Nullable Path home, @Nullable Path ours) {
    this.directory = directory;
    this.home = home;
    this.ours = ours;
  }

  public sealed interface Reading {}

  /** Bytes {@code from} to {@code to} of the channel are to be sent, then {@code end}. */
  public record Content(FileChannel channel, long from, long to, ToServer end) implements Reading {}

  /** The answer instead. */
  public record Refused(Failed answer) implements Reading {}

  public Reading open(ReadFile request) {
    try {
      var path = resolve(request.path(), request.within());
      requireFile(path);
      if (request.offset() < 0 || request.limit() < 0) {
        return new Refused(new Failed(request.id(), "invalid", "negative number"));
      }
      var end = describe(request.id(), path, !request.within());
      var channel = FileChannel.open(path, READ);
      var size = channel.size();
      var from = Math.min(request.offset(), size);
      var to = request.limit() == 0 ? size : Math.min(size, from + request.limit());
      return new Content(channel, from, to, end);
    } catch (IOException | InvalidPathException e) {
      return new Refused(failed(request.id(), e));
    }
  }

  public ToServer stat(Stat request) {
    try {
      return describe(request.id(), resolve(request.path()), true);
    } catch (IOException | InvalidPathException e) {
      return failed(request.id(), e);
    }
  }

  public ToServer list(ListFiles request) {
    try {
      var path = resolve(request.path(), request.within());
      if (!Files.isDirectory(path)) {
        throw Files.exists(path)
            ? new RefusedException("not_a_file", "not a directory")
            : new NoSuchFileException(request.path());
      }
      var limit = request.limit() <= 0 ? LIST_LIMIT : Math.min(request.limit(), LIST_LIMIT);
      var names = new ArrayList<Path>();
      try (var entries = Files.newDirectoryStream(path)) {
        entries.forEach(names::add);
      }
      names.sort(Comparator.comparing(name -> name.getFileName().toString()));
      var entries = names.stream().limit(limit).map(name -> entry(name, request.within())).toList();
      return new ToServer.Listing(request.id(), path.toString(), entries, names.size() > limit);
    } catch (IOException | InvalidPathException e) {
      return failed(request.id(), e);
    }
  }

  /** Replaces a file's content; a content that is already there counts as written. */
  public ToServer write(WriteFile request) {
    try {
      var content = Base64.getDecoder().decode(request.content());
      if (content.length > WRITE_LIMIT) {
        throw new RefusedException("too_large", "more than 4 MiB of content");
      }
      var mode = request.mode() == null ? null : Modes.parse(request.mode());
      var path = resolve(request.path());
      var target = Files.exists(path) ? path.toRealPath() : path;
      var sha256 = hex(sha256().digest(content));
      var present = Files.exists(target) ? presentDigest(target) : "";
      if (!present.equals(sha256)) {
        var expected = request.expectedSha256();
        if (expected != null && !expected.equals(present)) {
          throw new RefusedException("conflict", "the file's content is another");
        }
        replace(target, content, mode);
      } else if (mode != null) {
        Modes.set(target, mode);
      }
      return new ToServer.Written(request.id(), path.toString(), sha256);
    } catch (IllegalArgumentException e) { // base64, mode or path
      return new Failed(request.id(), "invalid", "content, mode or path is malformed");
    } catch (IOException e) {
      return failed(request.id(), e);
    }
  }

  private static void replace(Path target, byte[] content, @Nullable Set<PosixFilePermission> mode)
      throws IOException {
    var permissions = mode != null ? mode : Modes.ofFileOrDefault(target);
    AtomicFile.write(target, content, permissions);
  }

  private static String presentDigest(Path target) throws IOException {
    requireFile(target);
    return digest(target);
  }

  private Path resolve(String path) {
    if (home != null && (path.equals("~") || path.startsWith("~/"))) {
      return home.resolve(path.substring(Math.min(2, path.length()))).normalize();
    }
    return directory.resolve(path).normalize();
  }

  /**
   * Links followed, and refused when that leads out. Who may look on has not the rights of the
   * agent; what the agent itself brings in it could have shown anyway.
   */
  private Path resolve(String path, boolean within) throws IOException {
    if (!within) {
      return resolve(path);
    }
    var wanted = directory.resolve(path).normalize();
    if (!wanted.startsWith(directory)) {
      throw new RefusedException(OUTSIDE, "it is not in the working directory");
    }
    var real = wanted.toRealPath();
    if (!isInside(real)) {
      throw new RefusedException(OUTSIDE, "it leads out of the working directory");
    }
    return real;
  }

  private boolean isInside(Path real) throws IOException {
    return real.startsWith(directory.toRealPath());
  }

  /**
   * Whether people may look into the working directory: not where it holds the home, or what we
   * keep there, and so what is nobody's but the user's.
   */
  public boolean areShown() {
    try {
      return !holds(home) && !holds(ours);
    } catch (IOException _) {
      return false;
    }
  }

  private boolean holds(@Nullable Path other) throws IOException {
    return other != null && Files.exists(other) && isInside(other.toRealPath());
  }

  private static void requireFile(Path path) throws IOException {
    var attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new RefusedException("not_a_file", "not a regular file");
    }
  }

  private static ToServer describe(String id, Path path, boolean digested) throws IOException {
    var name = path.toString();
    try {
      var attributes = Files.readAttributes(path, BasicFileAttributes.class);
      var digest =
          digested && attributes.isRegularFile() && attributes.size() <= DIGEST_LIMIT
              ? digest(path)
              : null;
      return new ToServer.File(
          id, name, kind(attributes), attributes.size(), digest, Modes.of(path));
    } catch (NoSuchFileException e) {
      return new ToServer.File(id, name, "absent", 0, null, null);
    }
  }

  private Entry entry(Path path, boolean within) {
    var name = path.getFileName().toString();
    try {
      if (within && Files.isSymbolicLink(path) && !isInside(path.toRealPath())) {
        return new Entry(name, "other", 0);
      }
      var attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return new Entry(name, kind(attributes), attributes.isRegularFile() ? attributes.size() : 0);
    } catch (IOException e) { // a dangling link, or gone meanwhile
      return new Entry(name, "other", 0);
    }
  }

  private static String kind(BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return "file";
    }
    return attributes.isDirectory() ? "directory" : "other";
  }

  private static String digest(Path path) throws IOException {
    var digest = sha256();
    try (var in = Files.newInputStream(path)) {
      var buffer = new byte[64 << 10];
      for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return hex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static Failed failed(String id, Exception e) {
    return switch (e) {
      case RefusedException refused -> new Failed(id, refused.code(), refused.reason());
      case NoSuchFileException missing -> new Failed(id, "not_found", "nothing is there");
      case FileAlreadyExistsException file -> ofSystem(id, NOT_A_DIRECTORY); // where a parent goes
      case AccessDeniedException denied -> new Failed(id, "denied", "no permission");
      case InvalidPathException invalid -> new Failed(id, "invalid", "not a path");
      case FileSystemException known -> ofSystem(id, String.valueOf(known.getReason()));
      default -> new Failed(id, "io", String.valueOf(e.getMessage()));
    };
  }

  private static Failed ofSystem(String id, String reason) {
    return new Failed(id, reason.equals(NOT_A_DIRECTORY) ? "not_a_file" : "io", reason);
  }
}
