package io.agentservice.server.engine.binaries;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.ByteRange;
import io.agentservice.server.base.http.answers.ListenerProblems;
import io.agentservice.server.base.http.requests.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The published remote binaries of a directory, at {@code {static}/agent-rs/remote/{name}}, its
 * alias {@code devin-rs}, and both below the base address; no credential is asked. Missing ones are
 * redirected to the installation's address for files, if it has one.
 */
public final class RemoteBinaries {
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
  private final Supplier<@Nullable String> elsewhere;

  /** {@code directory} need not exist; {@code elsewhere} is {@code AGENT_STATIC_URL} or null. */
  public RemoteBinaries(Path directory, Supplier<@Nullable String> elsewhere) {
    this.directory = directory;
    this.elsewhere = elsewhere;
  }

  public List<Route> routes() {
    return Stream.of("/static/agent", "/static/devin", "/agent", "/devin")
        .map(base -> Route.get(base + "-rs/remote/{name}", Access.open(), this::answer))
        .toList();
  }

  /** The newest binary of a platform: 6 to 40 hex digits. */
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

  private Answer answer(Request request) {
    var name = request.path("name");
    var storedName = storedName(name, request.path().contains("/devin-rs/"));
    var file = published(storedName);
    if (file == null) {
      return redirected(storedName);
    }
    try {
      return answer(request, name, file, Files.size(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer redirected(@Nullable String storedName) {
    var base = elsewhere.get();
    if (storedName == null || base == null) {
      throw ListenerProblems.of(404, null).exception();
    }
    return new Answer.Empty(307, Map.of("Location", base + "/agent-rs/remote/" + storedName));
  }

  private static Answer answer(Request request, String name, Path file, long size) {
    var headers = new HashMap<String, String>();
    String etag = null;
    if (name.startsWith("latest_")) {
      headers.put("Cache-Control", "no-cache");
    } else {
      // The name says what the bytes are; the size tells a replaced file from a cut one.
      etag = "\"" + name + "-" + size + "\"";
      headers.put("Cache-Control", "public, max-age=31536000, immutable");
      headers.put("ETag", etag);
      if (etag.equals(request.header("If-None-Match"))) {
        return new Answer.Empty(304, headers);
      }
    }
    headers.put("Accept-Ranges", "bytes");
    var condition = request.header("If-Range");
    var wanted = condition == null || condition.equals(etag) ? request.header("Range") : null;
    var range = ByteRange.of(wanted, size).orElse(null);
    if (range == null) {
      headers.put("Content-Range", "bytes */" + size);
      return new Answer.Empty(416, headers);
    }
    if (range.partial()) {
      headers.put("Content-Range", range.of(size));
    }
    boolean text = name.startsWith("latest_") || name.endsWith(".sha256");
    return new Answer.Bytes(
        range.partial() ? 206 : 200,
        text ? "text/plain; charset=utf-8" : "application/octet-stream",
        range.length(),
        headers,
        () -> open(file, range.first()));
  }

  private static InputStream open(Path file, long first) {
    try {
      return Channels.newInputStream(FileChannel.open(file).position(first));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
