package io.agentservice.wire.frames;

import io.agentservice.wire.json.JsonException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the remote says to the server. */
public sealed interface ToServer {

  /**
   * The first frame of a connection.
   *
   * @param sha version of the remote binary
   * @param platform {@code linux}, {@code macos} or {@code windows}
   * @param cwd absolute path of the directory that relative paths start from
   * @param capabilities what this machine can do: {@code exec}, {@code script}, {@code files},
   *     {@code within}, {@code jobs}, {@code pty}, {@code browser}, {@code desktop}, {@code git},
   *     {@link #SANDBOX}
   * @param journal every command that the journal knows
   * @param isolation null: the worker has said nothing of it
   * @param instance names this run of the remote, as long as its process lives; null: an older one
   */
  record Hello(
      String sha,
      String platform,
      String cwd,
      List<String> capabilities,
      List<JournalEntry> journal,
      @Nullable Isolation isolation,
      @Nullable String instance)
      implements ToServer {
    /** Capability of a remote that its worker has walled in, and that found no hole. */
    public static final String SANDBOX = "sandbox";

    private static final int MOST_OF_INSTANCE = 64;

    public Hello {
      if (instance != null && instance.length() > MOST_OF_INSTANCE) {
        instance = null; // it is written with each call
      }
    }

    public Hello(
        String sha,
        String platform,
        String cwd,
        List<String> capabilities,
        List<JournalEntry> journal) {
      this(sha, platform, cwd, capabilities, journal, null, null);
    }
  }

  /**
   * What keeps the session in, and what the remote has tried before it connected.
   *
   * @param by {@code bwrap}, or {@code none}
   * @param reason why there is none, or what is missing, in a sentence; else null
   */
  record Isolation(String by, @Nullable String reason, List<Trial> trials) {
    /** What went otherwise than it must. */
    public List<Trial> failed() {
      return trials.stream().filter(trial -> trial.wanted() != trial.works()).toList();
    }
  }

  /**
   * One thing that the remote has tried.
   *
   * @param what a verb and its object
   * @param wanted whether it must work, or must not
   */
  record Trial(String what, boolean wanted, boolean works) {}

  /** The command runs, or ran; the first answer to every {@code exec} and {@code attach}. */
  record Started(String id, long pid) implements ToServer {}

  /**
   * The command is over and all of its output up to {@code outputBytes} has been sent.
   *
   * @param exitCode 128 + signal when a signal ended it; null when unknown
   * @param outputBytes size of the output that was kept
   * @param truncated whether there was more
   * @param fault why output below the remote's limit was not kept, such as a full disk; else null
   */
  record Exited(
      String id,
      Outcome outcome,
      @Nullable Integer exitCode,
      long durationMillis,
      long outputBytes,
      boolean truncated,
      @Nullable String fault)
      implements ToServer {

    public Exited(
        String id,
        Outcome outcome,
        @Nullable Integer exitCode,
        long durationMillis,
        long outputBytes,
        boolean truncated) {
      this(id, outcome, exitCode, durationMillis, outputBytes, truncated, null);
    }
  }

  /**
   * The answer to {@code read_output}; the bytes that it asked for have been sent before.
   *
   * @param from place of the first byte that was sent; where none was, of the next one
   * @param size bytes that the command has written so far
   * @param end null while it runs
   */
  record Progress(String id, long from, long size, @Nullable Exited end) implements ToServer {}

  /**
   * The answer to {@code stat}, and the end of a {@code read_file}.
   *
   * @param kind {@code file}, {@code directory}, {@code other} or {@code absent}
   * @param sha256 of the whole content; null above the remote's read limit
   */
  record File(
      String id,
      String path,
      String kind,
      long size,
      @Nullable String sha256,
      @Nullable String mode)
      implements ToServer {}

  record Written(String id, String path, String sha256) implements ToServer {}

  /** A directory's entries; {@code more} when there are others beyond the limit. */
  record Listing(String id, String path, List<Entry> entries, boolean more) implements ToServer {}

  /**
   * What the browser shows after a {@code browse}.
   *
   * @param text the page in words, with links and form fields; empty when the action does not read
   * @param notes what else happened, a sentence each, such as a dialog or a new tab
   * @param file what the action saved; null for nothing
   */
  record Browsed(
      String id,
      String url,
      String title,
      String text,
      List<String> notes,
      @Nullable SavedFile file)
      implements ToServer {}

  /** A screenshot or download at an absolute path. */
  record SavedFile(String path, long size, String sha256) {}

  /**
   * Git asks for a credential; answered by a {@link ToRemote.Credential} of the same id.
   *
   * @param host of the repository's forge, with its port if it has one
   * @param path of the repository there, as git wrote it
   */
  record Credential(String id, String host, String path) implements ToServer {}

  /**
   * The network policy has refused connections of the session; comes before the answer during which
   * that happened.
   *
   * @param host a name or an address
   * @param reason a phrase: what the policy does not allow
   * @param tries since it was last told of; at least 1
   */
  record Denied(String host, int port, String reason, long tries) implements ToServer {}

  /**
   * A request could not be carried out; nothing was changed (in a browser: as far as is known).
   *
   * @param code {@code not_found}, {@code not_a_file}, {@code denied}, {@code outside}, {@code
   *     conflict}, {@code too_large}, {@code invalid}, {@code unknown_command}, {@code io}, {@code
   *     browser} or {@code desktop}
   */
  record Failed(String id, String code, String message) implements ToServer {}

  enum Outcome {
    /** By itself, or by a signal that was not ours. */
    EXITED("exited"),
    /** Killed at its time limit. */
    TIMED_OUT("timed_out"),
    /** Ended by a signal after a {@code signal} frame, or at the session's end. */
    KILLED("killed"),
    /** The program could not be started; the output says why. */
    NOT_STARTED("not_started"),
    /** The remote died while it ran: how far it came is not known. */
    LOST("lost");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    /** Its name in frames. */
    public String word() {
      return word;
    }

    static Outcome of(String word) {
      for (var known : values()) {
        if (known.word.equals(word)) {
          return known;
        }
      }
      throw new JsonException("unknown outcome");
    }
  }

  /** A command of the journal; {@code running} when it has no outcome yet. */
  record JournalEntry(String id, boolean running) {}

  /** One name of a directory; {@code kind} as in {@link File}. */
  record Entry(String name, String kind, long size) {}
}
