package io.agentservice.remote.desktop;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.base.Platform;
import io.agentservice.remote.base.SocketPlace;
import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.SessionVariables;
import io.agentservice.remote.shell.Commands;
import io.agentservice.remote.shell.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts the display when somebody wants to see it, and connects viewers to it. */
public final class Desktop implements AutoCloseable {
  private static final List<String> PROGRAMS = List.of("Xtigervnc", "Xvnc");
  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final String COOKIE = "MIT-MAGIC-COOKIE-1";

  private final @Nullable Path program;
  private final Path directory;
  private final Commands commands;
  private final SessionVariables variables;
  private @Nullable Terminal display;
  private @Nullable SocketPlace place;
  private int starts;

  private Desktop(
      @Nullable Path program, Path stateDirectory, Commands commands, SessionVariables variables) {
    this.program = program;
    this.directory = stateDirectory.resolve("desktop");
    this.commands = commands;
    this.variables = variables;
  }

  /** There is no desktop to be had; the message is one line. */
  public static final class Unavailable extends Exception {
    private static final long serialVersionUID = 1L;

    Unavailable(String message) {
      super(message);
    }
  }

  /**
   * Starts nothing; {@code path} is searched for the program, whose absence is logged. {@code
   * variables} hear of the display when it runs.
   */
  public static Desktop of(
      boolean wanted,
      String path,
      Path stateDirectory,
      Commands commands,
      SessionVariables variables) {
    var program = wanted ? find(path, Platform.CURRENT) : null;
    if (wanted && program == null) {
      Log.warn("no desktop: neither " + String.join(" nor ", PROGRAMS) + " is in the PATH");
    }
    return new Desktop(program, stateDirectory, commands, variables);
  }

  /** Null on Windows. */
  static @Nullable Path find(String path, Platform platform) {
    if (platform == Platform.WINDOWS) {
      return null;
    }
    return PROGRAMS.stream()
        .flatMap(name -> Arrays.stream(path.split(":", -1)).flatMap(folder -> file(folder, name)))
        .filter(file -> file.isAbsolute() && Files.isExecutable(file))
        .findFirst()
        .orElse(null);
  }

  private static Stream<Path> file(String folder, String name) {
    try {
      return Stream.of(Path.of(folder, name));
    } catch (InvalidPathException e) {
      return Stream.of(); // as a shell would: the next one
    }
  }

  /** Whether this machine has one. */
  public boolean available() {
    return program != null;
  }

  /** Connects a viewer; starts the display when it does not run. */
  public synchronized Viewer open() throws Unavailable, InterruptedException {
    var path = program;
    if (path == null) {
      throw new Unavailable(
          "no desktop on this machine: set AGENT_OUTPOST_DESKTOP=true and install Xtigervnc");
    }
    try {
      var running = display;
      var socket = place;
      if (running == null || socket == null || running.hasEnded()) {
        socket = freshPlace();
        display = start(path, socket.path());
      }
      return new Viewer(SocketChannel.open(UnixDomainSocketAddress.of(socket.path())));
    } catch (IOException | NotStartedException e) {
      throw new Unavailable("the desktop cannot be opened: " + e.getMessage());
    }
  }

  private SocketPlace freshPlace() throws IOException {
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    if (place != null) {
      place.close();
    }
    var fresh = SocketPlace.of(directory, "rfb.socket", "agent-desktop");
    place = fresh;
    return fresh;
  }

  private Terminal start(Path path, Path socket)
      throws Unavailable, IOException, NotStartedException, InterruptedException {
    var authority = directory.resolve("Xauthority");
    Files.write(authority, cookie());
    starts++;
    var started = new Announcement();
    var argv =
        List.of(
            path.toString(),
            "-displayfd",
            "1",
            "-auth",
            authority.toString(),
            "-nolisten",
            "tcp",
            "-rfbport",
            "-1",
            "-rfbunixpath",
            socket.toString(),
            "-SecurityTypes",
            "None",
            "-geometry",
            "1280x800",
            "-depth",
            "24",
            "-desktop",
            "agent",
            "-AlwaysShared");
    var process = commands.startProgram("desktop-" + starts, argv, Map.of(), started);
    var usable = false;
    try {
      var number = started.awaitNumber(START_LIMIT);
      if (number == null || !Files.exists(socket)) {
        throw new Unavailable("the desktop does not start: " + started.lastWords());
      }
      variables.offerDisplay(Map.of("DISPLAY", ":" + number, "XAUTHORITY", authority.toString()));
      usable = true;
      return process;
    } finally {
      if (!usable) { // also when its viewer has gone meanwhile
        process.kill();
      }
    }
  }

  /** An X authority file of one entry, good for every name of the display. */
  private static byte[] cookie() throws IOException {
    var secret = new byte[16];
    new SecureRandom().nextBytes(secret);
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeShort(0xFFFF); // any family,
    out.writeShort(0); // address
    out.writeShort(0); // and number
    out.writeShort(COOKIE.length());
    out.writeBytes(COOKIE);
    out.writeShort(secret.length);
    out.write(secret);
    return bytes.toByteArray();
  }

  /** What the running program says: the number of its display on a line of its own. */
  private static final class Announcement implements Terminal.Receiver {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile @Nullable String number;

    @Override
    public synchronized void output(ByteBuffer bytes) {
      var piece = new byte[bytes.remaining()];
      bytes.get(piece);
      if (said.size() < 64 << 10) {
        said.writeBytes(piece);
      }
      if (number == null) {
        said.toString(US_ASCII)
            .lines()
            .filter(line -> line.matches("[0-9]{1,5}"))
            .findFirst()
            .ifPresent(line -> {
              number = line;
              ready.countDown();
            });
      }
    }

    @Override
    public void exited(int code) {
      ready.countDown();
    }

    @Nullable String awaitNumber(Duration limit) throws InterruptedException {
      var _ = ready.await(limit.toMillis(), TimeUnit.MILLISECONDS);
      return number;
    }

    synchronized String lastWords() {
      return said.toString(US_ASCII)
          .lines()
          .filter(line -> !line.isBlank())
          .reduce((_, second) -> second)
          .orElse("it says nothing")
          .strip();
    }
  }

  /** Ends the display and takes its socket and cookie away. */
  @Override
  public synchronized void close() {
    var running = display;
    if (running != null) {
      display = null;
      running.kill();
    }
    var socket = place;
    if (socket != null) {
      place = null;
      try {
        socket.close();
        Files.deleteIfExists(directory.resolve("Xauthority"));
      } catch (IOException e) {
        Log.warn("the desktop's files cannot be removed: " + e.getMessage());
      }
    }
  }
}
