package io.agentservice.server.agent.loop.changes;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks git on a machine what differs between two states of its work trees. */
public final class Comparing {
  /** Most files of a list. */
  public static final int MOST_FILES = 3_000;

  /** Most bytes of a patch. */
  public static final int MOST_BYTES = 20 << 20;

  private static final long PATIENCE_MILLIS = 15_000;

  /** Of a list of a work tree; what is longer is cut. */
  private static final long LONGEST_LIST = 16 << 20;

  private final SessionId session;
  private final Machine machine;
  private final Comparison comparison;

  public Comparing(SessionId session, Machine machine, Comparison comparison) {
    this.session = session;
    this.machine = machine;
    this.comparison = comparison;
  }

  /** Why there is nothing to be seen. */
  public enum Trouble {
    /** Git was not done in time, or failed. */
    FAILED,
    /** No git, or no work tree of it. */
    NO_GIT,
    /** The machine has not got one of the states any more. */
    NOT_THERE,
    /** The patch has more than {@link #MOST_BYTES}. */
    TOO_LARGE
  }

  /** No answer but trouble. */
  public static final class ComparisonException extends Exception {
    private static final long serialVersionUID = 1;

    private final Trouble trouble;

    ComparisonException(Trouble trouble) {
      super(trouble.name());
      this.trouble = trouble;
    }

    public Trouble trouble() {
      return trouble;
    }
  }

  /**
   * A work tree.
   *
   * @param path below the working directory, as in {@link
   *     io.agentservice.server.agent.loop.log.WorkTree}
   * @param branch that it is on now; null: on none
   * @param head the commit that it is at now; null before its first
   * @param commits made between the two states
   * @param more whether there are other files
   */
  public record Tree(
      String path,
      @Nullable String branch,
      @Nullable String head,
      long commits,
      List<ChangedFile> files,
      boolean more) {
    public Tree {
      files = List.copyOf(files);
    }
  }

  /** What differs, with names as they are: secrets are not masked. */
  public List<Tree> list() throws ComparisonException {
    var output = look(id -> ChangesScript.compareList(id, session, comparison));
    try (var scratch = new Scratch(output)) {
      check(output);
      var trees = new ArrayList<Tree>();
      int left = MOST_FILES;
      for (String line : output.all("repo")) {
        var tree = tree(line.split(" ", 6), scratch, left);
        left -= tree.files().size();
        trees.add(tree);
      }
      return trees;
    }
  }

  private static Tree tree(String[] words, Scratch scratch, int most) {
    long size = Long.parseLong(words[1]);
    var files =
        ChangedFiles.of(scratch.read(words[0] + "/list", Math.min(size, LONGEST_LIST)), most + 1);
    boolean more = files.size() > most || size > LONGEST_LIST;
    return new Tree(
        words[5],
        present(words[3]),
        present(words[4]),
        Long.parseLong(words[2]),
        files.subList(0, Math.min(most, files.size())),
        more);
  }

  /**
   * The patch, its secrets masked; null when none of the {@code reads} is free in time, of which
   * one is held while bytes come.
   */
  public byte @Nullable [] patch(PatchForm form, Redactor redactor, Semaphore reads)
      throws ComparisonException, InterruptedException {
    var output = look(id -> ChangesScript.comparePatch(id, session, comparison, form));
    try (var scratch = new Scratch(output)) {
      check(output);
      var sizes = output.all("patch");
      if (sizes.isEmpty()) {
        return new byte[0];
      }
      long size = Long.parseLong(sizes.getFirst());
      if (size > MOST_BYTES) {
        throw new ComparisonException(Trouble.TOO_LARGE);
      }
      if (!reads.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        return null;
      }
      try {
        var all = new ByteArrayOutputStream((int) size);
        var masks = new MaskedBytes(redactor, MaskedBytes.into(all));
        scratch.directory().read("patch", size, masks);
        masks.end();
        return all.toByteArray();
      } finally {
        reads.release();
      }
    }
  }

  private static void check(ScriptOutput output) throws ComparisonException {
    if (!output.isComplete() || !output.all("trouble").isEmpty()) {
      throw new ComparisonException(Trouble.FAILED);
    }
    if (output.all("scratch").isEmpty()) {
      throw new ComparisonException(Trouble.NO_GIT);
    }
    if (!output.all("missing").isEmpty() && output.all("compared").isEmpty()) {
      throw new ComparisonException(Trouble.NOT_THERE);
    }
  }

  private interface Script {
    String of(String commandId);
  }

  private ScriptOutput look(Script script) {
    String id = Id.create(EventId.class).value();
    var output = new ScriptOutput(ChangesScript.mark(id));
    machine.exec(id, script.of(id), PATIENCE_MILLIS, output);
    machine.forget(List.of(id));
    return output;
  }

  private static @Nullable String present(String word) {
    return word.equals("-") ? null : word;
  }

  /** The directory where the look has left something, which is removed. */
  private final class Scratch implements AutoCloseable {
    private final @Nullable MachineDirectory directory;

    Scratch(ScriptOutput output) {
      boolean there = !output.all("scratch").isEmpty() && output.all("removed").isEmpty();
      directory =
          there
              ? new MachineDirectory(machine, new StopSwitch(), output.all("scratch").getFirst())
              : null;
    }

    MachineDirectory directory() {
      if (directory == null) {
        throw new IllegalStateException("the look has left nothing");
      }
      return directory;
    }

    byte[] read(String name, long size) {
      var all = new ByteArrayOutputStream((int) size);
      directory().read(name, size, MaskedBytes.into(all));
      return all.toByteArray();
    }

    @Override
    public void close() {
      if (directory != null) {
        directory.remove();
      }
    }
  }
}
