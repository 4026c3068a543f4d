package io.agentservice.remote.browser;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.base.Platform;
import io.agentservice.remote.shell.Commands;
import io.agentservice.wire.frames.ToRemote.Browse;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Browsed;
import io.agentservice.wire.frames.ToServer.Failed;
import io.agentservice.wire.frames.ToServer.SavedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The session's browser: does requests one at a time, starts Chrome when needed, and remembers its
 * last answers so that no request is done twice.
 */
public final class Browser implements AutoCloseable {
  private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);
  private static final long LONGEST_MILLIS = 300_000;
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final int REMEMBERED = 32;
  private static final int NOTES = 20;

  private final @Nullable Path program;
  private final Path directory;
  private final Path workDirectory;
  private final Commands commands;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("browser").factory());
  private final Map<String, FutureTask<ToServer>> remembered = new LinkedHashMap<>();
  private final ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
  private final boolean usedBefore;
  private int starts; // the worker's
  private @Nullable Actions actions; // the worker's
  private volatile @Nullable Chrome chrome;

  private Browser(
      @Nullable Path program, Path stateDirectory, Path workDirectory, Commands commands) {
    this.program = program;
    this.directory = stateDirectory.resolve("browser");
    this.workDirectory = workDirectory;
    this.commands = commands;
    this.usedBefore = Files.exists(directory);
  }

  /** Takes an answer; may block. */
  public interface Receiver {
    void accept(ToServer answer) throws InterruptedException;
  }

  /** Starts nothing; a {@code program} that cannot be run is logged and counts as none. */
  public static Browser of(
      @Nullable Path program, Path stateDirectory, Path workDirectory, Commands commands) {
    var usable = program;
    if (program != null && Platform.CURRENT == Platform.WINDOWS) { // its pipes are a shell's work
      Log.warn("no browser: it is not driven on Windows yet");
      usable = null;
    } else if (program != null && (!Files.isExecutable(program) || Files.isDirectory(program))) {
      Log.warn("no browser: AGENT_CHROME_PATH names no program that can be run: " + program);
      usable = null;
    }
    return new Browser(usable, stateDirectory, workDirectory, commands);
  }

  /** Whether this machine has one. */
  public boolean available() {
    return program != null;
  }

  /** Queues the request, unless its id is known; returns at once. */
  public void browse(Browse request, Receiver receiver) {
    var task = taskOf(request);
    Thread.ofVirtual()
        .name("browse " + request.id())
        .start(() -> {
          try {
            receiver.accept(task.get());
          } catch (ExecutionException e) { // it answers for every failure that can be foreseen
            Log.error("browse " + request.id() + ": " + e.getCause());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private synchronized FutureTask<ToServer> taskOf(Browse request) {
    var known = remembered.get(request.id());
    if (known != null) {
      return known;
    }
    var task = new FutureTask<>(() -> carryOut(request));
    remembered.put(request.id(), task);
    if (remembered.size() > REMEMBERED) {
      var done = remembered.entrySet().stream().filter(entry -> entry.getValue().isDone());
      done.findFirst().ifPresent(eldest -> remembered.remove(eldest.getKey()));
    }
    try {
      worker.execute(task);
    } catch (RejectedExecutionException e) {
      return answered(new Failed(request.id(), "browser", "the session is ending"));
    }
    return task;
  }

  private static FutureTask<ToServer> answered(ToServer answer) {
    var task = new FutureTask<>(() -> answer);
    task.run();
    return task;
  }

  private ToServer carryOut(Browse request) {
    try {
      var limit =
          request.timeoutMillis() <= 0
              ? DEFAULT_LIMIT
              : Duration.ofMillis(Math.min(request.timeoutMillis(), LONGEST_MILLIS));
      var ready = ready();
      var seen = ready.carryOut(request, Deadline.in(limit));
      var file = seen.file() == null ? null : describe(seen.file());
      return new Browsed(request.id(), seen.url(), seen.title(), seen.text(), takeNotes(), file);
    } catch (BrowserException e) {
      var code = e.code().equals(Chrome.TIME_UP) ? "browser" : e.code();
      var message = new ArrayList<>(takeNotes());
      message.addFirst(e.reason());
      return new Failed(request.id(), code, String.join(". ", message));
    } catch (IOException e) {
      return new Failed(request.id(), "io", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Failed(request.id(), "browser", "the session is ending");
    } catch (RuntimeException e) {
      Log.error("browse " + request.id() + ": " + e);
      return new Failed(request.id(), "browser", "unexpected: " + e);
    }
  }

  private List<String> takeNotes() {
    var taken = List.copyOf(notes);
    notes.clear();
    return taken;
  }

  private void note(String sentence) {
    if (notes.size() < NOTES) { // a page may show dialogs for ever
      notes.add(sentence);
    }
  }

  /** The running browser; starts one when there is none, and says what that means. */
  private Actions ready() throws BrowserException, IOException, InterruptedException {
    var path = program;
    if (path == null) {
      throw new BrowserException("no browser on this machine: set AGENT_CHROME_PATH");
    }
    var running = chrome;
    var present = actions;
    if (present != null && running != null && running.answers()) {
      return present;
    }
    if (running != null) {
      running.close(); // what it left
    }
    note(
        running != null
            ? "The browser had ended; a new one was started: page, cookies and logins are lost"
            : usedBefore && starts == 0
                ? "The browser of this machine was started anew: page, cookies and logins of before are lost"
                : "A browser was started: it is on no page yet and has no cookies or logins");
    actions = null;
    chrome = null;
    return start(path);
  }

  private Actions start(Path path) throws BrowserException, IOException, InterruptedException {
    deleteProfile();
    var profile = Files.createDirectories(profile());
    var saved = directory.resolve("downloads");
    delete(saved);
    Files.createDirectories(saved);
    starts++;
    var tabs = new Tabs(this::note);
    var started = Chrome.start(commands, "browser-" + starts, path, profile, tabs);
    chrome = started;
    var downloads = new Downloads(saved);
    var deadline = Deadline.in(START_LIMIT);
    downloads.allow(started, deadline);
    tabs.follow(started, downloads, deadline);
    var ready =
        new Actions(
            started, tabs, downloads, workDirectory, directory.resolve("screenshots"), this::note);
    actions = ready;
    return ready;
  }

  private static SavedFile describe(Path file) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(java.io.OutputStream.nullOutputStream());
      }
      var sha256 = HexFormat.of().formatHex(digest.digest());
      return new SavedFile(file.toString(), Files.size(file), sha256);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private Path profile() {
    return directory.resolve("profile");
  }

  /** Also the directory of its socket, which a killed Chrome leaves elsewhere. */
  private void deleteProfile() throws IOException {
    var link = profile().resolve("SingletonSocket");
    if (Files.isSymbolicLink(link)) {
      var made = Files.readSymbolicLink(link).getParent();
      if (made != null
          && made.getFileName().toString().matches("\\.?(org\\.chromium|com\\.google)\\..+")) {
        delete(made);
      }
    }
    delete(profile());
  }

  private static void delete(Path root) throws IOException {
    if (Files.exists(root)) {
      try (var paths = Files.walk(root)) {
        for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (UncheckedIOException e) {
        throw new IOException(e.getCause());
      }
    }
  }

  /** Ends the browser and deletes its profile; saved files stay. */
  @Override
  public void close() {
    worker.shutdownNow();
    var running = chrome;
    if (running != null) {
      running.close();
      try {
        deleteProfile();
      } catch (IOException e) {
        Log.warn("the browser's profile cannot be removed: " + e.getMessage());
      }
    }
  }
}
