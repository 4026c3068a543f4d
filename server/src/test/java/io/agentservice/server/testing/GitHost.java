package io.agentservice.server.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.server.base.http.answers.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A git provider with real repositories on a socket of this machine: git's own {@code http-backend}
 * serves them to whoever brings the token, and there is the list of repositories that GitHub has.
 */
public final class GitHost implements AutoCloseable {
  public static final String TOKEN = "token-of-the-git-host";
  private static final String BASIC =
      "Basic "
          + Base64.getEncoder()
              .encodeToString(("x-access-token:" + TOKEN).getBytes(StandardCharsets.UTF_8));

  private final Path root;
  private final HttpServer http;
  private final List<Map<String, Object>> repositories = new ArrayList<>();
  private final AtomicInteger fetches = new AtomicInteger();
  private final AtomicInteger strangers = new AtomicInteger();
  private final Semaphore gate = new Semaphore(0);
  private final AtomicLong contentBytes = new AtomicLong();
  private volatile boolean holding;
  private volatile boolean open;
  private volatile int refusing;
  private final Map<String, Failure> failures = new ConcurrentHashMap<>();

  public GitHost() {
    try {
      root = Files.createTempDirectory("git-host");
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.createContext("/api/v3/user/repos", this::list);
    http.start();
  }

  /** What a connection names. */
  public String host() {
    return "127.0.0.1:" + http.getAddress().getPort();
  }

  /** How often the content of a repository was fetched. */
  public int fetches() {
    return fetches.get();
  }

  /** How many requests came without the token. */
  public int strangers() {
    return strangers.get();
  }

  /** Where git finds one of its repositories. */
  public String address(String path) {
    return "http://" + host() + "/" + path + ".git";
  }

  /** From now on everybody may read, without a token. */
  public void open() {
    open = true;
  }

  /** From now on all requests are answered with this status; 0: as usual. */
  public void refuse(int status) {
    refusing = status;
  }

  /** How many bytes of repositories' contents were sent. */
  public long contentBytes() {
    return contentBytes.get();
  }

  /** What is served, on disk. */
  public Path bare(String path) {
    return root.resolve(path + ".git");
  }

  /** An empty repository. */
  public void emptyRepository(String path) {
    git(
        root,
        "init",
        "--quiet",
        "--bare",
        "--initial-branch=main",
        root.resolve(path + ".git").toString());
  }

  /** What the host answers instead of a repository. */
  public record Failure(int status, Map<String, String> headers) {}

  /** From now on all requests below that path are answered so; null: as they should be. */
  public void fails(String path, Failure failure) {
    if (failure == null) {
      failures.remove(path);
    } else {
      failures.put(path, failure);
    }
  }

  /** From now on fetches wait until {@link #letGo}. */
  public void hold() {
    holding = true;
  }

  public void letGo() {
    holding = false;
    gate.release(1000);
  }

  /** A repository whose default branch is {@code main}, with a first commit of these files. */
  public Repository repository(String path, Map<String, String> files) {
    var bare = root.resolve(path + ".git");
    var work = root.resolve("work").resolve(path);
    git(root, "init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
    git(bare, "config", "http.receivepack", "true");
    git(bare, "config", "uploadpack.allowFilter", "true");
    git(root, "clone", "--quiet", bare.toString(), work.toString());
    git(work, "checkout", "--quiet", "-B", "main");
    var described = new LinkedHashMap<String, Object>();
    described.put("id", repositories.size() + 1);
    described.put("name", path.substring(path.lastIndexOf('/') + 1));
    described.put("full_name", path);
    described.put("description", "About " + path);
    repositories.add(described);
    var repository = new Repository(work);
    repository.commit(files);
    return repository;
  }

  /** A checkout of one that is served. */
  public record Repository(Path work) {
    /** Writes files (null: deletes one), and pushes them; the commit. */
    public String commit(Map<String, String> files) {
      files.forEach(this::write);
      git(work, "add", "--all");
      return commitStaged();
    }

    /** Commits what is staged; the commit. */
    public String commitStaged() {
      git(work, "commit", "--quiet", "--message=change");
      git(work, "push", "--quiet", "origin", "HEAD");
      return git(work, "rev-parse", "HEAD").strip();
    }

    /** Goes to a branch, which is a new one when there is none. */
    public Repository on(String branch) {
      git(work, "checkout", "--quiet", "-B", branch);
      return this;
    }

    private void write(String name, String content) {
      try {
        var file = work.resolve(name);
        if (content == null) {
          Files.delete(file);
        } else {
          Files.createDirectories(file.getParent());
          Files.writeString(file, content);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Runs git; what it puts out. */
  public static String git(Path directory, String... arguments) {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of(arguments));
    try {
      var builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
      var process = builder.redirectErrorStream(true).start();
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(command + ": " + out);
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void list(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean known =
          ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
      byte[] body = Json.MAPPER.writeValueAsBytes(known ? repositories : Map.of());
      exchange.sendResponseHeaders(known ? 200 : 401, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (refusing != 0) {
        exchange.sendResponseHeaders(refusing, -1);
        return;
      }
      var path = exchange.getRequestURI().getPath();
      for (var failure : failures.entrySet()) {
        if (path.startsWith("/" + failure.getKey())) {
          failure.getValue().headers().forEach(exchange.getResponseHeaders()::add);
          exchange.sendResponseHeaders(failure.getValue().status(), -1);
          return;
        }
      }
      if (!open && !BASIC.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        strangers.incrementAndGet();
        exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"git\"");
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      byte[] sent = exchange.getRequestBody().readAllBytes();
      boolean fetch = new String(sent, StandardCharsets.ISO_8859_1).contains("command=fetch");
      if (fetch) {
        fetches.incrementAndGet();
        if (holding) {
          gate.acquireUninterruptibly();
        }
      }
      serve(exchange, sent, fetch);
    }
  }

  private void serve(HttpExchange exchange, byte[] sent, boolean fetch) throws IOException {
    var uri = exchange.getRequestURI();
    var headers = exchange.getRequestHeaders();
    var builder = new ProcessBuilder("git", "http-backend");
    builder
        .environment()
        .putAll(
            Map.of(
                "GIT_PROJECT_ROOT", root.toString(),
                "GIT_HTTP_EXPORT_ALL", "1",
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "PATH_INFO", uri.getPath(),
                "QUERY_STRING", uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                "REQUEST_METHOD", exchange.getRequestMethod(),
                "CONTENT_LENGTH", String.valueOf(sent.length)));
    forward(headers.getFirst("Content-Type"), "CONTENT_TYPE", builder);
    forward(headers.getFirst("Content-Encoding"), "HTTP_CONTENT_ENCODING", builder);
    forward(headers.getFirst("Git-Protocol"), "HTTP_GIT_PROTOCOL", builder);
    var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var in = new BufferedInputStream(process.getInputStream())) {
      try (var out = process.getOutputStream()) {
        out.write(sent);
      }
      int status = 200;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        var header = line.split(": ", 2);
        if (header[0].equals("Status")) {
          status = Integer.parseInt(header[1].substring(0, 3));
        } else {
          exchange.getResponseHeaders().add(header[0], header[1]);
        }
      }
      byte[] body = in.readAllBytes();
      contentBytes.addAndGet(fetch ? body.length : 0);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void forward(String value, String variable, ProcessBuilder builder) {
    if (value != null) {
      builder.environment().put(variable, value);
    }
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    letGo();
    http.stop(0);
    try (var files = Files.walk(root)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
