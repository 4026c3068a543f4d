package io.agentservice.wire.frames;

import io.agentservice.wire.json.JsonException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the server says to the remote. The remote journals requests by the {@code id} that the
 * server chose: the same id twice is the same command, never a second run.
 */
public sealed interface ToRemote {

  /**
   * The answer to {@code hello}; nothing else is sent before it. Null seconds: the server does not
   * say.
   *
   * @param environment variables of the session's processes (its secrets); held in memory only,
   *     replaces what an earlier welcome gave
   * @param graceSeconds how long the server waits for a lost remote; null: it does not say
   * @param silenceSeconds after how long without a frame either end counts as lost to the other;
   *     null: it does not say
   * @param gitHosts forges whose repositories git is to reach through the gateway
   */
  record Welcome(
      String sessionId,
      String serverVersion,
      Map<String, String> environment,
      @Nullable Integer graceSeconds,
      @Nullable Integer silenceSeconds,
      List<String> gitHosts)
      implements ToRemote {

    public Welcome {
      gitHosts = List.copyOf(gitHosts);
      environment = Map.copyOf(environment);
    }

    @Override
    public String toString() {
      return "Welcome[sessionId=%s, serverVersion=%s, environment=%s, graceSeconds=%s, silenceSeconds=%s, gitHosts=%s]"
          .formatted(
              sessionId,
              serverVersion,
              environment.keySet(),
              graceSeconds,
              silenceSeconds,
              gitHosts);
    }
  }

  /**
   * Runs a command in a process group of its own, or attaches to one that the journal knows by this
   * id.
   *
   * @param channel of the binary frames that carry its output
   * @param argv program and arguments, for no shell; empty with a script
   * @param cwd relative to the remote's own; null for that one
   * @param environment added to the remote's clean environment
   * @param timeoutMillis after it the process group is killed; 0 for no limit
   * @param from first byte of the output wanted
   * @param pty size of its terminal; null for pipes (stdout and stderr merged)
   * @param stdin whether {@code input} frames feed standard input; a terminal always takes input
   * @param script for the machine's shell, in place of {@code argv}; needs {@link #SCRIPTS}
   */
  record Exec(
      String id,
      int channel,
      List<String> argv,
      @Nullable String cwd,
      Map<String, String> environment,
      long timeoutMillis,
      long from,
      @Nullable PtySize pty,
      boolean stdin,
      @Nullable String script)
      implements ToRemote {
    /** The capability of a remote that runs scripts. */
    public static final String SCRIPTS = "script";

    public Exec {
      argv = List.copyOf(argv);
      environment = Map.copyOf(environment);
    }

    public Exec(
        String id,
        int channel,
        List<String> argv,
        @Nullable String cwd,
        Map<String, String> environment,
        long timeoutMillis,
        long from,
        @Nullable PtySize pty) {
      this(id, channel, argv, cwd, environment, timeoutMillis, from, pty, false, null);
    }

    /** A script with an empty standard input, in the remote's own directory. */
    public static Exec script(String id, int channel, String script, long timeoutMillis) {
      return new Exec(
          id, channel, List.of(), null, Map.of(), timeoutMillis, 0, null, false, script);
    }

    /** The same with a standard input of {@code input} frames. */
    public Exec withInput() {
      return new Exec(id, channel, argv, cwd, environment, timeoutMillis, from, pty, true, script);
    }
  }

  /** Streams a known command's output from a byte on and its end; never starts anything. */
  record Attach(String id, int channel, long from) implements ToRemote {}

  /**
   * Asks how far a command is; needs {@link #JOBS}. Answered by {@code progress} once there is
   * output beyond a byte, the command is over, or the time is.
   *
   * @param command its id; that of the request is another one
   * @param from first byte of the output wanted
   * @param limit most bytes to be sent; 0 for none
   * @param waitMillis how long to wait; 0 for an answer at once
   */
  record ReadOutput(String id, int channel, String command, long from, long limit, long waitMillis)
      implements ToRemote {
    /** The capability of a remote that answers this. */
    public static final String JOBS = "jobs";

    /** Bytes of output that the machine keeps of a command, its first. */
    public static final long MOST_KEPT = 64L << 20;
  }

  /** Bytes for a command's standard input (base64); {@code end} closes it. */
  record Input(String id, String data, boolean end) implements ToRemote {}

  /** The terminal of a command has a new size. */
  record Resize(String id, PtySize pty) implements ToRemote {}

  /** Sends a signal ({@code INT}, {@code TERM}, {@code KILL}) to a command's whole process tree. */
  record Signal(String id, String signal) implements ToRemote {}

  /** The server has taken {@code bytes} more of a channel; the remote may send as many again. */
  record Credit(int channel, long bytes) implements ToRemote {}

  /** The server holds the result for good: the journal may drop these commands. */
  record Forget(List<String> ids) implements ToRemote {
    public Forget {
      ids = List.copyOf(ids);
    }
  }

  /**
   * Sends at most {@code limit} bytes of a file from {@code offset}, then {@code file}.
   *
   * @param within refuses what lies outside of the working directory; needs {@link
   *     ListFiles#WITHIN}
   */
  record ReadFile(String id, int channel, String path, long offset, long limit, boolean within)
      implements ToRemote {
    public ReadFile(String id, int channel, String path, long offset, long limit) {
      this(id, channel, path, offset, limit, false);
    }
  }

  /**
   * Replaces a file's content, atomically; parents are made.
   *
   * @param content base64
   * @param expectedSha256 of the present content; empty for "must not exist", null for any
   * @param mode octal permission bits such as {@code 644}; null keeps those of the file, or 644
   */
  record WriteFile(
      String id,
      String path,
      String content,
      @Nullable String expectedSha256,
      @Nullable String mode)
      implements ToRemote {}

  record Stat(String id, String path) implements ToRemote {}

  /**
   * Answered by {@code listing}.
   *
   * @param within refuses what lies outside of the working directory; needs {@link #WITHIN}
   */
  record ListFiles(String id, String path, long limit, boolean within) implements ToRemote {
    /** The capability of a remote that knows {@code within}. */
    public static final String WITHIN = "within";

    public ListFiles(String id, String path, long limit) {
      this(id, path, limit, false);
    }
  }

  /**
   * Does one thing in the machine's browser, one at a time in the order sent; the same id twice is
   * done once.
   *
   * @param url for {@code navigate} and {@code download}
   * @param selector CSS selector of the element; null for one found by its text, or for none
   * @param text visible text of the element to click, or what to type
   * @param key for {@code press}, or to press after typing, such as {@code Enter} or {@code
   *     Control+a}
   * @param path where to save; null for a place that the answer names
   * @param timeoutMillis for the whole action; 0 for the default
   */
  record Browse(
      String id,
      BrowserAction action,
      @Nullable String url,
      @Nullable String selector,
      @Nullable String text,
      @Nullable String key,
      @Nullable String path,
      long timeoutMillis)
      implements ToRemote {}

  /**
   * Connects a viewer to the machine's desktop: its RFB bytes come on the channel, {@code input} of
   * the same id goes to it and with {@code end} closes it.
   */
  record Desktop(String id, int channel) implements ToRemote {}

  /**
   * What git is to say for a repository: a user and a password, or nothing.
   *
   * @param password good for this repository, at the gateway alone, for minutes; null: none
   * @param reason why there is none; null when there is one
   */
  record Credential(
      String id, @Nullable String username, @Nullable String password, @Nullable String reason)
      implements ToRemote {
    /** Never shows the password. */
    @Override
    public String toString() {
      return "Credential[id=%s, username=%s, reason=%s]".formatted(id, username, reason);
    }
  }

  /** What can be done in a browser. */
  enum BrowserAction {
    NAVIGATE("navigate"),
    BACK("back"),
    /** Reads the page, or one element of it. */
    READ("read"),
    CLICK("click"),
    /** Replaces what stands in a form field. */
    TYPE("type"),
    PRESS("press"),
    SCREENSHOT("screenshot"),
    /** Saves what an address holds, or what a click downloads. */
    DOWNLOAD("download");

    private final String word;

    BrowserAction(String word) {
      this.word = word;
    }

    /** Its name in frames. */
    public String word() {
      return word;
    }

    static BrowserAction of(String word) {
      for (var known : values()) {
        if (known.word.equals(word)) {
          return known;
        }
      }
      throw new JsonException("unknown browser action");
    }
  }

  /** The session is over or asleep, by its status: kill what runs, write the state, exit 0. */
  record SessionEnd(String reason) implements ToRemote {}

  /** In characters. */
  record PtySize(int rows, int columns) {}
}
