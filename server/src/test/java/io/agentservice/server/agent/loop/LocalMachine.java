package io.agentservice.server.agent.loop;

import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A machine in a directory of this one: commands are real processes, the journal is in memory. A
 * {@link Connection} to it can be lost while the processes run on.
 */
public final class LocalMachine implements AutoCloseable {
  private static final long LONGEST_SECONDS = 60;

  private final Path directory;
  private final Map<String, LocalCommand> journal = new ConcurrentHashMap<>();
  public final List<String> forgotten = new CopyOnWriteArrayList<>();
  public final List<String> started = new CopyOnWriteArrayList<>();

  private volatile @Nullable Function<ToRemote.Browse, ToServer> browser;

  /** What it says next that the network policy has refused. */
  public final List<ToServer.Denied> denied = new CopyOnWriteArrayList<>();

  /** What its next hello says of walls. */
  public volatile ToServer.@Nullable Isolation isolation;

  private final Map<String, String> environment;
  public volatile @Nullable String instance = UUID.randomUUID().toString();

  public LocalMachine(Path directory) {
    this(directory, Map.of());
  }

  /** {@code environment}: what its commands have beside ours. */
  public LocalMachine(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
  }

  /** The remote is killed: so are its commands, and it knows that when it is there again. */
  public void crash() {
    for (var command : journal.values()) {
      command.outcome = ToServer.Outcome.LOST;
      command.kill();
    }
  }

  /** Whatever runs has run for too long. */
  public void timeOut() {
    for (var command : journal.values()) {
      if (command.process.isAlive()) {
        command.outcome = ToServer.Outcome.TIMED_OUT;
        command.kill();
      }
    }
  }

  /** From now on it has a browser that answers so. */
  public void browser(Function<ToRemote.Browse, ToServer> answers) {
    browser = answers;
  }

  public Connection connect() {
    return new Connection();
  }

  /** As if another machine had taken over: same files, no journal. */
  public void dropJournal() {
    journal.clear();
    instance = UUID.randomUUID().toString();
  }

  @Override
  public void close() {
    journal.values().forEach(command -> command.kill());
  }

  /** One connection; lost once {@link #cut}. */
  public final class Connection extends UnseenMachine {
    private volatile boolean connected = true;
    private volatile @Nullable Runnable beforeExec;
    private volatile @Nullable Runnable beforeWrite;
    private volatile @Nullable Runnable afterWrite;

    /** Loses the connection; calls in flight and later ones fail. */
    public void cut() {
      connected = false;
    }

    /** Done ahead of the next commands, for example {@link #cut}. */
    public void beforeExec(Runnable action) {
      beforeExec = action;
    }

    /** Done ahead of the next writing of a file. */
    public void beforeWrite(@Nullable Runnable action) {
      beforeWrite = action;
    }

    /** Done after the next writing of a file, before its answer. */
    public void afterWrite(Runnable action) {
      afterWrite = action;
    }

    @Override
    public ToServer.Hello hello() {
      var entries =
          journal.entrySet().stream()
              .map(e -> new ToServer.JournalEntry(e.getKey(), e.getValue().process.isAlive()))
              .toList();
      return new ToServer.Hello(
          "0",
          "linux",
          directory.toString(),
          browser == null
              ? List.of("exec", "files", "jobs")
              : List.of("exec", "files", "jobs", "browser"),
          entries,
          isolation,
          instance);
    }

    @Override
    public List<ToServer.Denied> denied() {
      var all = List.copyOf(denied);
      denied.removeAll(all);
      return all;
    }

    @Override
    public ToServer.Exited exec(String id, String script, long timeoutMillis, Output output) {
      return await(id, command(id, script, timeoutMillis, false), output);
    }

    private LocalCommand command(String id, String script, long timeoutMillis, boolean input) {
      run(beforeExec);
      requireConnection();
      var begun = new boolean[1];
      var command =
          journal.computeIfAbsent(
              id,
              _ -> {
                begun[0] = true;
                return process(script, timeoutMillis, input);
              });
      if (begun[0]) {
        started.add(script); // when it is in the journal, so that a crash finds it
      }
      return command;
    }

    private LocalCommand process(String script, long timeoutMillis, boolean input) {
      try {
        var builder = new ProcessBuilder("bash", "-c", script);
        builder.environment().putAll(environment);
        builder.directory(directory.toFile()).redirectErrorStream(true);
        if (!input) {
          builder.redirectInput(Path.of("/dev/null").toFile());
        }
        return new LocalCommand(builder.start(), timeoutMillis);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public ToServer.@Nullable Exited begin(
        String id, String script, boolean input, Duration patience, Output output) {
      var command = command(id, script, 0, input);
      long until = System.nanoTime() + patience.toNanos();
      while (System.nanoTime() < until && command.ended.getCount() > 0) {
        pause();
      }
      var bytes = command.output.toByteArray();
      if (bytes.length > 0) {
        output.accept(0, bytes);
      }
      return command.ended.getCount() > 0 ? null : command.exited(id);
    }

    @Override
    public @Nullable Written output(String id, long from, int limit, Duration wait) {
      requireConnection();
      var command = journal.get(id);
      if (command == null) {
        return null;
      }
      long until = System.nanoTime() + wait.toNanos();
      while (System.nanoTime() < until
          && command.ended.getCount() > 0
          && command.output.size() <= from) {
        pause();
      }
      boolean over = command.ended.getCount() == 0;
      var bytes = command.output.toByteArray();
      int start = (int) Math.min(from, bytes.length);
      int length = Math.min(limit, bytes.length - start);
      return new Written(
          start,
          ByteBuffer.wrap(bytes, start, length).slice(),
          bytes.length,
          over ? command.exited(id) : null);
    }

    @Override
    public @Nullable String feed(String id, byte[] bytes, boolean end) {
      requireConnection();
      var command = journal.get(id);
      if (command == null) {
        return "the machine does not know it any more";
      }
      try {
        var input = command.process.getOutputStream();
        input.write(bytes);
        input.flush();
        if (end) {
          input.close();
        }
        return null;
      } catch (IOException e) {
        return "the command takes no input (any more)";
      }
    }

    private void pause() {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new MachineLostException("interrupted");
      }
      requireConnection();
    }

    @Override
    public ToServer.@Nullable Exited attach(String id, Output output) {
      requireConnection();
      var command = journal.get(id);
      return command == null ? null : await(id, command, output);
    }

    private ToServer.Exited await(String id, LocalCommand command, Output output) {
      try {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!command.ended.await(5, TimeUnit.MILLISECONDS)) {
          requireConnection();
          if (System.nanoTime() > deadline) {
            throw new IllegalStateException("a command of a test does not end");
          }
        }
      } catch (InterruptedException e) {
        throw new MachineLostException("interrupted");
      }
      requireConnection();
      var bytes = command.output.toByteArray();
      for (int at = 0; at < bytes.length; at += 7) {
        output.accept(at, java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 7)));
      }
      return command.exited(id);
    }

    @Override
    public void signal(String id, String signal) {
      var command = journal.get(id);
      if (command == null) {
        return;
      }
      command.signal(signal);
    }

    @Override
    public void forget(List<String> ids) {
      requireConnection();
      forgotten.addAll(ids);
      ids.forEach(journal::remove);
    }

    @Override
    public FileContent readFile(String path, long offset, long limit) {
      requireConnection();
      var file = directory.resolve(path);
      try {
        if (!Files.exists(file)) {
          return new FileContent(
              new ToServer.Failed("f", "not_found", "no such file"), ByteBuffer.allocate(0));
        }
        if (Files.isDirectory(file)) {
          return new FileContent(
              new ToServer.Failed("f", "not_a_file", "not a regular file"), ByteBuffer.allocate(0));
        }
        var bytes = Files.readAllBytes(file);
        int length = (int) Math.min(limit, bytes.length - offset);
        return new FileContent(
            new ToServer.File("f", path, "file", bytes.length, sha(bytes), "644"),
            ByteBuffer.wrap(bytes, (int) offset, length));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public ToServer writeFile(ToRemote.WriteFile request) {
      run(beforeWrite);
      requireConnection();
      var file = directory.resolve(request.path());
      try {
        var present = Files.exists(file) ? sha(Files.readAllBytes(file)) : "";
        if (request.expectedSha256() != null && !request.expectedSha256().equals(present)) {
          return new ToServer.Failed(request.id(), "conflict", "the file is not as expected");
        }
        var bytes = Base64.getDecoder().decode(request.content());
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        run(afterWrite);
        requireConnection();
        return new ToServer.Written(request.id(), request.path(), sha(bytes));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public ToServer listFiles(String path, long limit) {
      requireConnection();
      var names = directory.resolve(path).toFile().listFiles();
      var entries =
          java.util.Arrays.stream(names == null ? new java.io.File[0] : names)
              .sorted()
              .limit(limit)
              .map(f ->
                  new ToServer.Entry(
                      f.getName(), f.isDirectory() ? "directory" : "file", f.length()))
              .toList();
      return new ToServer.Listing("l", path, entries, false);
    }

    @Override
    public ToServer browse(ToRemote.Browse request) {
      requireConnection();
      var answers = browser;
      if (answers == null) {
        throw new IllegalStateException("asked for a browser that it does not have");
      }
      return answers.apply(request);
    }

    @Override
    public boolean connected() {
      return connected;
    }

    private void requireConnection() {
      if (!connected) {
        throw new MachineLostException("the connection is gone");
      }
    }

    private static void run(@Nullable Runnable action) {
      if (action != null) {
        action.run();
      }
    }
  }

  private static String sha(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
