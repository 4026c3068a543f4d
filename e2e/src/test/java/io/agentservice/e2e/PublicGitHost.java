package io.agentservice.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Serves the repositories below a directory to everybody, by git's own {@code http-backend}. */
final class PublicGitHost implements AutoCloseable {
  private final Path root;
  private final HttpServer http;
  private final AtomicInteger fetches = new AtomicInteger();
  private final AtomicLong fetched = new AtomicLong();
  private final Semaphore gate = new Semaphore(0);
  private volatile boolean holding;

  PublicGitHost(Path root) throws IOException {
    this.root = Files.createDirectories(root);
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.start();
  }

  String address(String path) {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/" + path;
  }

  /** How often contents were asked for. */
  int fetches() {
    return fetches.get();
  }

  /** How many bytes of contents were sent. */
  long fetched() {
    return fetched.get();
  }

  /** From now on contents wait until {@link #letGo}. */
  void hold() {
    holding = true;
  }

  void letGo() {
    holding = false;
    gate.release(1000);
  }

  /** A repository with one commit of a file. */
  void repository(String path, String file, String content) throws Exception {
    var bare = root.resolve(path + ".git");
    var work = root.resolve("work").resolve(path);
    git("init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
    git("init", "--quiet", "--initial-branch=main", work.toString());
    Files.writeString(work.resolve(file), content);
    git("-C", work.toString(), "add", "--all");
    git("-C", work.toString(), "commit", "--quiet", "--message=first");
    git("-C", work.toString(), "push", "--quiet", bare.toString(), "main");
  }

  /** A commit more, with so many files of 64 MiB that can't be made smaller. */
  void enlarge(String path, int files) throws Exception {
    var script =
        """
        git -C "$0" config core.bigFileThreshold 1m && git -C "$0" config pack.compression 0
        {
          for i in $(seq %1$d); do
            printf 'blob\nmark :%%d\ndata 67108864\n' $i; head -c 67108864 /dev/urandom; echo
          done
          printf 'commit refs/heads/main\ncommitter t <t@t> 0 +0000\ndata 1\nx\nfrom refs/heads/main^0\n'
          for i in $(seq %1$d); do printf 'M 100644 :%%d large/%%d\n' $i $i; done
        } | git -C "$0" fast-import --quiet
        """
            .formatted(files);
    var bare = root.resolve(path + ".git").toString();
    var process = new ProcessBuilder("sh", "-c", script, bare).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(said);
    }
  }

  static void git(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ": " + said);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] sent = exchange.getRequestBody().readAllBytes();
      boolean fetch = new String(sent, StandardCharsets.ISO_8859_1).contains("command=fetch");
      if (fetch) {
        fetches.incrementAndGet();
        if (holding) {
          gate.acquireUninterruptibly();
        }
      }
      var path = exchange.getRequestURI().getPath().replaceFirst("(/acme/[^./]+)/", "$1.git/");
      long answered = GitBackend.answer(exchange, root, path, sent);
      fetched.addAndGet(fetch ? answered : 0);
    }
  }

  @Override
  public void close() {
    letGo();
    http.stop(0);
  }
}
