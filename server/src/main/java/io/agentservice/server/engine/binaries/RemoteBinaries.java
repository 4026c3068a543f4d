package io.agentservice.server.engine.binaries;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The published remote binaries of a directory, served at {@code {static}/agent-rs/remote/{name}},
 * its alias {@code {static}/devin-rs/remote/{name}}, and both right below the base address, where
 * clients look that know no other base for files. No credential is asked. Whatever is not published
 * is a {@link NotFoundResponse}.
 */
public final class RemoteBinaries implements Handler {
  private static final String SUFFIX = "(?:linux_x64|linux_arm64|macos_arm64|windows_x64\\.exe)";
  private static final Pattern LATEST = Pattern.compile("latest_" + SUFFIX);
  private static final Pattern BINARY =
      Pattern.compile("(agent|devin)-remote_([0-9a-f]{6,40}_" + SUFFIX + "(\\.sha256)?)");
  private static final Pattern SHA = Pattern.compile("[0-9a-f]{6,40}");
  private static final int MAX_LATEST_BYTES = 64;

  /** The platforms of outposts and the suffix of their usual machine. */
  private static final Map<String, String> PLATFORMS =
      Map.of("linux", "linux_x64", "macos", "macos_arm64", "windows", "windows_x64.exe");

  private final Path directory;

  /**
   * Publishes what lies in a directory.
   *
   * @param directory need not exist: then nothing is published
   */
  public RemoteBinaries(Path directory) {
    this.directory = directory;
  }

  /** Adds the four addresses to a server that is being configured. */
  public void mount(JavalinConfig config) {
    for (var base : List.of("/static/agent", "/static/devin", "/agent", "/devin")) {
      var path = base + "-rs/remote/{name}";
      config.routes.get(path, this);
      config.routes.head(path, this); // Javalin's own answer to HEAD has no headers of the handler
    }
  }

  /**
   * The newest published binary of a platform, for {@code spec.remote_binary_sha}: 6 to 40 hex
   * digits, empty when none is published.
   *
   * @param platform {@code linux}, {@code macos} or {@code windows}
   */
  public Optional<String> latest(String platform) {
    var suffix = PLATFORMS.get(platform);
    if (suffix == null) {
      return Optional.empty();
    }
    try {
      var file = published("latest_" + suffix);
      if (file == null || Files.size(file) > MAX_LATEST_BYTES) {
        return Optional.empty();
      }
      var sha = Files.readString(file, StandardCharsets.US_ASCII).strip();
      return SHA.matcher(sha).matches() && published("agent-remote_" + sha + "_" + suffix) != null
          ? Optional.of(sha)
          : Optional.empty();
    } catch (IOException e) { // replaced just now, or not readable: as if nothing were there
      return Optional.empty();
    }
  }

  @Override
  public void handle(Context ctx) throws IOException {
    var name = ctx.pathParam("name");
    boolean alias = ctx.path().contains("/devin-rs/");
    var file = published(storedName(name, alias));
    if (file == null) {
      throw new NotFoundResponse();
    }
    try (var channel = FileChannel.open(file)) {
      if (name.startsWith("latest_")) {
        ctx.header("Cache-Control", "no-cache");
      } else {
        ctx.header("Cache-Control", "public, max-age=31536000, immutable");
        // The name says what the bytes are; the size tells a replaced file from a cut one.
        ctx.header("ETag", "\"" + name + "-" + channel.size() + "\"");
      }
      boolean text = name.startsWith("latest_") || name.endsWith(".sha256");
      ctx.contentType(text ? "text/plain; charset=utf-8" : "application/octet-stream");
      send(ctx, channel);
    }
  }

  private static void send(Context ctx, FileChannel channel) throws IOException {
    long size = channel.size();
    var etag = ctx.res().getHeader("ETag");
    if (etag != null && etag.equals(ctx.header("If-None-Match"))) {
      ctx.status(304);
      return;
    }
    ctx.header("Accept-Ranges", "bytes");
    var condition = ctx.header("If-Range");
    var range = condition == null || condition.equals(etag) ? ctx.header("Range") : null;
    switch (ByteRange.of(range, size)) {
      case ByteRange.Whole() -> write(ctx, channel, 0, size);
      case ByteRange.Part(long first, long count) -> {
        ctx.status(206);
        ctx.header("Content-Range", "bytes %d-%d/%d".formatted(first, first + count - 1, size));
        write(ctx, channel, first, count);
      }
      case ByteRange.Outside() -> {
        ctx.status(416);
        ctx.header("Content-Range", "bytes */" + size);
      }
    }
  }

  private static void write(Context ctx, FileChannel channel, long first, long count)
      throws IOException {
    ctx.res().setContentLengthLong(count);
    if (ctx.method().equals(HandlerType.HEAD)) {
      return;
    }
    var out = Channels.newChannel(ctx.res().getOutputStream());
    long done = 0;
    while (done < count) {
      long moved = channel.transferTo(first + done, count - done, out);
      if (moved <= 0) {
        throw new IOException("the file became shorter while it was sent");
      }
      done += moved;
    }
  }

  /** The file's name in the directory; null when nothing of that name is ever served here. */
  private static @Nullable String storedName(String name, boolean alias) {
    if (LATEST.matcher(name).matches()) {
      return name;
    }
    var binary = BINARY.matcher(name);
    boolean fits = binary.matches() && binary.group(1).equals(alias ? "devin" : "agent");
    return fits ? "agent-remote_" + binary.group(2) : null;
  }

  private @Nullable Path published(@Nullable String storedName) {
    if (storedName == null) {
      return null;
    }
    var file = directory.resolve(storedName);
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? file : null;
  }
}
