package io.agentservice.server.engine.gitaccess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Packs go through the service as fast as they are taken, and end with either end. */
class GitStreamingIT extends OnGitAccess {
  private static final int LARGE = 128 << 20;

  /** What sockets and pieces may hold. */
  private static final int HELD = 48 << 20;

  private ServerSocket forge;
  private String at;
  private String password;

  @BeforeEach
  void aForgeOfBytes() throws IOException {
    forge = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    forge.setSoTimeout(20_000);
    at = "127.0.0.1:" + forge.getLocalPort();
    permit(connection(at), "\"group_prefix\":\"" + group + "\"");
    password = TestKeys.fresh(server, session, epoch, at, path);
  }

  @AfterEach
  void close() throws IOException {
    forge.close();
  }

  private Socket asked(String service, byte[] beginning, long length) throws IOException {
    return asked(server.address(), service, beginning, length);
  }

  private Socket asked(String of, String service, byte[] beginning, long length)
      throws IOException {
    var address = URI.create(of);
    var socket = new Socket(address.getHost(), address.getPort());
    socket.setSoTimeout(60_000);
    var head =
        """
        POST /gateway/git/%s/%s.git/%s HTTP/1.1
        Host: %s
        Authorization: %s
        Content-Type: application/x-%s-request
        Content-Length: %d

        """
            .formatted(at, path, service, address.getAuthority(), basic(password), service, length);
    socket.getOutputStream().write(head.replace("\n", "\r\n").getBytes(UTF_8));
    socket.getOutputStream().write(beginning);
    return socket;
  }

  private byte[] command() {
    var out = new ByteArrayOutputStream();
    var ref = "refs/heads/" + ownBranch();
    Packets.put(out, "0".repeat(40) + " " + "a".repeat(40) + " " + ref + "\0report-status\n");
    Packets.end(out);
    return out.toByteArray();
  }

  /** The forge's end of a request whose head it has read. */
  private Socket accepted() throws IOException {
    var socket = forge.accept();
    socket.setSoTimeout(60_000);
    readHead(socket.getInputStream());
    return socket;
  }

  private static void readHead(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int next = in.read();
      assertThat(next).isNotNegative();
      head.append((char) next);
    }
  }

  /** Writes as much as is taken. */
  private static AtomicLong writing(Socket to, CountDownLatch over) {
    var written = new AtomicLong();
    Thread.ofVirtual()
        .start(() -> {
          var piece = new byte[64 << 10];
          try {
            while (written.get() < LARGE) {
              to.getOutputStream().write(piece);
              written.addAndGet(piece.length);
            }
          } catch (IOException e) {
            // The other end has gone.
          } finally {
            over.countDown();
          }
        });
    return written;
  }

  /** Waits until nothing more is taken. */
  private static void awaitStill(AtomicLong written) {
    var last = new AtomicLong(-1);
    var looks = new AtomicLong();
    await(() -> {
      boolean same = last.getAndSet(written.get()) == written.get();
      return looks.accumulateAndGet(1, (before, one) -> same ? before + one : 0) > 30;
    });
  }

  @Test
  void aPushGoesOnlyAsFastAsTheHostTakesIt() throws Exception {
    try (var git = asked("git-receive-pack", command(), command().length + (long) LARGE)) {
      var host = accepted();
      var written = writing(git, new CountDownLatch(1));
      awaitStill(written);
      assertThat(written.get()).isPositive().isLessThan(HELD);
      long read = 0;
      long all = command().length + (long) LARGE;
      var in = host.getInputStream();
      for (var piece = new byte[1 << 20]; read < all; ) {
        read += in.read(piece);
      }
      String report = "000eunpack ok\n0000";
      String head =
          "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-receive-pack-result\r\nContent-Length: 18\r\n\r\n";
      host.getOutputStream().write((head + report).getBytes(UTF_8));
      readHead(git.getInputStream());
      host.close();
    }
  }

  @Test
  void aFetchGoesOnlyAsFastAsGitTakesItAndEndsWithGit() throws Exception {
    var git = asked("git-upload-pack", "0000".getBytes(UTF_8), 4);
    try (var host = accepted()) {
      host.getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-result\r\n\r\n"
                  .getBytes(UTF_8));
      var over = new CountDownLatch(1);
      var written = writing(host, over);
      awaitStill(written);
      assertThat(written.get()).isPositive().isLessThan(HELD);
      git.close();
      over.await();
      assertThat(written.get()).isLessThan(LARGE);
    }
  }

  @Test
  void aServerOfLittleMemoryPassesOnPacksThatAreLarger() throws Exception {
    long all = 3L * LARGE;
    try (var small = server.furtherProcess(96)) {
      try (var git = asked(small.address(), "git-receive-pack", command(), command().length + all);
          var host = accepted()) {
        var sent = Thread.ofVirtual().start(() -> zeros(git, all));
        assertThat(read(host, command().length + all)).isEqualTo(command().length + all);
        sent.join();
      }
      try (var git = asked(small.address(), "git-upload-pack", "0000".getBytes(UTF_8), 4);
          var host = accepted()) {
        host.getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-result\r\nContent-Length: %d\r\n\r\n"
                    .formatted(all)
                    .getBytes(UTF_8));
        var sent = Thread.ofVirtual().start(() -> zeros(host, all));
        readHead(git.getInputStream());
        assertThat(read(git, all)).as("in chunks").isGreaterThanOrEqualTo(all);
        sent.join();
      }
      assertThat(small.isAlive()).isTrue();
    }
  }

  private static void zeros(Socket to, long count) {
    var piece = new byte[1 << 20];
    try {
      for (long left = count; left > 0; left -= piece.length) {
        to.getOutputStream().write(piece, 0, (int) Math.min(left, piece.length));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How much there is, of so much. */
  private static long read(Socket from, long most) throws IOException {
    long read = 0;
    var piece = new byte[1 << 20];
    while (read < most) {
      int count = from.getInputStream().read(piece);
      if (count < 0) {
        break;
      }
      read += count;
    }
    return read;
  }

  @Test
  void theHostIsNotLeftWaitingForAGitThatHasGone() throws Exception {
    Socket host;
    try (var git = asked("git-receive-pack", command(), command().length + (long) LARGE)) {
      host = accepted();
      git.getOutputStream().write(new byte[1 << 20]);
    }
    assertThat(drained(host)).isLessThan(LARGE);
  }

  @Test
  void gitIsNotLeftWaitingForAHostThatHasGone() throws Exception {
    try (var git = asked("git-upload-pack", "0000".getBytes(UTF_8), 4)) {
      var host = accepted();
      host.getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-result\r\nContent-Length: 1000\r\n\r\n0008abcd"
                  .getBytes(UTF_8));
      host.close();
      var answer = new String(git.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).contains("0008abcd").doesNotEndWith("0\r\n\r\n");
    }
  }

  @Test
  void whatASessionHasUnderWayEndsWithItsClaim() throws Exception {
    try (var git = asked("git-receive-pack", command(), command().length + (long) LARGE);
        var host = accepted()) {
      git.getOutputStream().write(new byte[1 << 20]);
      release(session.value(), "w").ok();
      assertThat(drained(host)).isLessThan(LARGE);
    }
  }

  @Test
  void noMoreThanEightAtOnceReachTheHost() throws Exception {
    var reached = new AtomicLong();
    var open = new AtomicBoolean(true);
    var hosts = new ConcurrentLinkedQueue<Socket>();
    Thread.ofVirtual()
        .start(() -> {
          while (open.get()) {
            try {
              hosts.add(forge.accept());
              reached.incrementAndGet();
            } catch (IOException e) {
              return;
            }
          }
        });
    var all = new ArrayList<Socket>();
    for (int i = 0; i < Operations.AT_ONCE + 1; i++) {
      all.add(asked("git-upload-pack", "0000".getBytes(UTF_8), 4));
    }
    await(() -> reached.get() == Operations.AT_ONCE);
    awaitStill(reached);
    assertThat(reached.get()).isEqualTo(Operations.AT_ONCE);
    hosts.poll().close();
    await(() -> reached.get() == Operations.AT_ONCE + 1);
    open.set(false);
    for (var socket : all) {
      socket.close();
    }
    hosts.forEach(GitStreamingIT::closed);
  }

  private static void closed(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads what comes to its end, be that a reset; how much it was. */
  private static long drained(Socket socket) {
    long read = 0;
    var piece = new byte[1 << 16];
    try {
      for (int count = socket.getInputStream().read(piece);
          count >= 0;
          count = socket.getInputStream().read(piece)) {
        read += count;
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("it does not end", e);
    } catch (IOException e) {
      // Reset: that is an end, too.
    }
    return read;
  }
}
