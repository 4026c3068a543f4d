package io.agentservice.remote.walls;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tries, at the start, what walls must keep from: they are seen, not believed. */
public final class Walls {
  /** Set by a worker that walls its sessions in, to what does it. */
  private static final String SANDBOX = "AGENT_SANDBOX";

  /** A file of the worker's, which must not be there. */
  private static final String CANARY = "AGENT_SANDBOX_CANARY";

  private final Path root;
  private final Map<String, String> variables;

  private Walls(Path root, Map<String, String> variables) {
    this.root = root;
    this.variables = variables;
  }

  /** Whether the worker says that there are walls. */
  public static boolean promised(Map<String, String> variables) {
    return variables.containsKey(SANDBOX);
  }

  /** What gets through, a few words each; empty when the walls hold. Starts no process. */
  public static List<String> holes(Map<String, String> variables) {
    return holes(Path.of("/"), variables);
  }

  static List<String> holes(Path root, Map<String, String> variables) {
    return new Walls(root, variables).find();
  }

  private List<String> find() {
    var holes = new ArrayList<String>();
    var canary = variables.get(CANARY);
    if (canary != null && Files.exists(root.resolve(canary.substring(1)))) {
      holes.add("a file of the worker is there");
    }
    for (var directory : List.of("usr", "etc", "opt")) {
      if (isMade(root.resolve(directory))) {
        holes.add("/" + directory + " can be written");
      }
    }
    if (isOpened(root.resolve("proc/sys/kernel/core_pattern"))) {
      holes.add("settings of the kernel can be written");
    }
    if (foreignProcesses() > 0) {
      holes.add("processes of others are seen");
    }
    if (hasCapabilities()) {
      holes.add("the remote has capabilities");
    }
    return holes;
  }

  private static boolean isMade(Path directory) {
    try {
      Files.delete(Files.createTempFile(directory, ".agent-probe", ""));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean isOpened(Path file) {
    try (var _ = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** Behind walls the remote is the first process, and at its start the only one. */
  private long foreignProcesses() {
    var own = Long.toString(ProcessHandle.current().pid());
    try (var names = Files.list(root.resolve("proc"))) {
      return names
          .map(path -> path.getFileName().toString())
          .filter(name -> name.matches("[0-9]+") && !name.equals(own))
          .count();
    } catch (IOException _) {
      return 0;
    }
  }

  private boolean hasCapabilities() {
    try {
      return Files.readAllLines(root.resolve("proc/self/status")).stream()
          .anyMatch(line -> line.matches("Cap(Prm|Eff|Bnd|Amb):\\s*0*[1-9a-f].*"));
    } catch (IOException _) {
      return false;
    }
  }
}
