package io.agentservice.server.context.indexing.clones;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a branch by git without a checkout: no links, submodules, filters or hooks. */
public final class RepositoryReader {
  /** A branch with more files is not indexed. */
  static final int MOST_FILES = 100_000;

  /** Longer paths, in bytes, are left out. */
  static final int MOST_PATH_BYTES = 1024;

  /** An entry of git's list, with all that stands before the path. */
  private static final int MOST_ENTRY_BYTES = MOST_PATH_BYTES + 128;

  /** Of what git says of branches and commits. */
  private static final int MOST_ANSWER_BYTES = 1 << 20;

  private static final String BRANCHES = "refs/heads/";
  private static final String FETCHED = "refs/heads/fetched";
  private static final Pattern HEAD = Pattern.compile("ref: refs/heads/(.+)\tHEAD");
  private static final Pattern TIP = Pattern.compile("([0-9a-f]{40,64})\t(.+)");

  /** Mode, type, object, size in bytes or a dash, path. */
  private static final Pattern ENTRY =
      Pattern.compile("(\\d+) (\\w+) ([0-9a-f]+) +(\\d+|-)\t(.+)", Pattern.DOTALL);

  private static final String LINK = "120000";

  private final GitProcess git;
  private final Remote remote;

  public RepositoryReader(GitProcess git, Remote remote) {
    this.git = git;
    this.remote = remote;
  }

  public record Tip(String branch, String commit) {}

  /** A file of a commit, neither a link nor a submodule. */
  public record Entry(String path, String blob, long size) {}

  /** Null: the default branch; empty when there is none. */
  public Optional<Tip> tip(@Nullable String branch) {
    var lines =
        lines(
            git.run(
                "ls-remote",
                "--symref",
                "--",
                remote.address().toString(),
                branch == null ? "HEAD" : BRANCHES + branch));
    String wanted = branch == null ? "HEAD" : BRANCHES + branch;
    String name = branch == null ? "HEAD" : branch;
    for (String line : lines) {
      var head = HEAD.matcher(line);
      if (branch == null && head.matches()) {
        name = head.group(1);
      }
      var tip = TIP.matcher(line);
      if (tip.matches() && tip.group(2).equals(wanted)) {
        return Optional.of(new Tip(name, tip.group(1)));
      }
    }
    return Optional.empty();
  }

  /** Fetches only the newest commit, which may be newer than {@code tip}, and answers it. */
  public String fetch(Tip tip) {
    git.run("init", "--bare", "--quiet");
    String from = tip.branch().equals("HEAD") ? "HEAD" : BRANCHES + tip.branch();
    git.run(
        "fetch",
        "--quiet",
        "--depth=1",
        "--no-tags",
        "--no-recurse-submodules",
        "--no-write-fetch-head",
        "--",
        remote.address().toString(),
        "+" + from + ":" + FETCHED);
    return lines(git.run("rev-parse", "--verify", "--quiet", FETCHED + "^{commit}")).getFirst();
  }

  /** The files of a commit that was fetched, without those of too long paths. */
  public List<Entry> files(String commit) {
    return files(git.run("ls-tree", "-r", "-z", "-l", "--full-tree", commit), MOST_FILES);
  }

  /** Streams git's list, which may be large. */
  static List<Entry> files(Path list, int most) {
    var files = new ArrayList<Entry>();
    try (var in = new BufferedInputStream(Files.newInputStream(list))) {
      for (String line = next(in); line != null; line = next(in)) {
        var entry = ENTRY.matcher(line);
        if (entry.matches() && entry.group(2).equals("blob") && !entry.group(1).equals(LINK)) {
          files.add(new Entry(entry.group(5), entry.group(3), Long.parseLong(entry.group(4))));
        }
        if (files.size() > most) {
          throw new GitException("it has more than %,d files".formatted(most));
        }
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    return files;
  }

  /** The next entry, empty for one whose path is too long; null at the end. */
  private static @Nullable String next(InputStream in) throws IOException {
    var entry = new ByteArrayOutputStream();
    int pathBytes = -1; // it begins behind the tab
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next > 0; next = in.read()) {
      if (pathBytes >= 0 || next == '\t') {
        pathBytes++;
      }
      if (entry.size() < MOST_ENTRY_BYTES) {
        entry.write(next);
      }
    }
    return pathBytes > MOST_PATH_BYTES ? "" : entry.toString(StandardCharsets.UTF_8);
  }

  public Blobs blobs() {
    return new Blobs(git, git.start("cat-file", "--batch"));
  }

  public record Blobs(GitProcess git, Process process, DataInputStream in)
      implements AutoCloseable {
    Blobs(GitProcess git, Process process) {
      this(git, process, new DataInputStream(new BufferedInputStream(process.getInputStream())));
    }

    public byte[] read(Entry file) {
      try {
        git.check();
        var out = process.getOutputStream();
        out.write((file.blob() + "\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
        String head = head();
        if (!head.equals(file.blob() + " blob " + file.size())) {
          throw new GitException("a file can't be read from what was fetched");
        }
        byte[] bytes = in.readNBytes((int) file.size());
        in.skipNBytes(1);
        return bytes;
      } catch (IOException e) {
        throw new GitException("what was fetched can't be read: " + e.getMessage(), e);
      }
    }

    private String head() throws IOException {
      var line = new StringBuilder();
      for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
        line.append((char) next);
      }
      return line.toString();
    }

    @Override
    public void close() {
      GitProcess.end(process);
    }
  }

  private static List<String> lines(Path file) {
    return text(file).lines().toList();
  }

  private static String text(Path file) {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_ANSWER_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static GitException unreadable(IOException e) {
    return new GitException("what git says can't be read: " + e.getMessage(), e);
  }
}
