package io.agentservice.worker.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a session has set in its copy of a repository's configuration and is kept in the repository:
 * new remotes, submodules that it has initialized, and what a branch that had none is pushed to.
 * Nothing that is set is changed, and nothing is kept that git would run.
 */
public final class ConfigReturn {
  private static final long MOST_BYTES = 1 << 20;
  private static final int MOST = 200;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._/-]*");
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(https?|ssh|git)://[A-Za-z0-9_\\[][^\\s\\p{Cntrl}]*|([A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9][A-Za-z0-9.-]+:[A-Za-z0-9_/~.][^\\s\\p{Cntrl}]*");
  private static final Pattern BRANCH = Pattern.compile("refs/heads/[^\\s\\p{Cntrl}]+");

  private final Map<String, List<String>> theirs;
  private final Map<String, List<String>> own;

  private ConfigReturn(Map<String, List<String>> theirs, Map<String, List<String>> own) {
    this.theirs = theirs;
    this.own = own;
  }

  /**
   * Takes over what is harmless.
   *
   * @param file the repository's
   * @param copy the session's; need not exist
   */
  public static void take(Git git, Path file, Path copy) throws IOException {
    if (!Files.isRegularFile(copy, LinkOption.NOFOLLOW_LINKS) || Files.size(copy) > MOST_BYTES) {
      return;
    }
    var kept = new ConfigReturn(read(git, file), read(git, copy)).kept();
    for (var entry : kept.entrySet()) {
      for (var value : entry.getValue()) {
        git.run("config", "--file", file.toString(), "--add", entry.getKey(), value);
      }
    }
  }

  /** Values by key; of a file alone, without what it includes. */
  private static Map<String, List<String>> read(Git git, Path file) throws IOException {
    var entries = new LinkedHashMap<String, List<String>>();
    for (var entry : git.run("config", "--file", file.toString(), "--list", "-z").split("\0", -1)) {
      var parts = entry.split("\n", 2);
      if (parts.length == 2) {
        entries.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
      }
    }
    return entries;
  }

  /** What is added, by key. */
  Map<String, List<String>> kept() {
    var kept = new TreeMap<String, List<String>>();
    for (var name : names("remote")) {
      var addresses = own.getOrDefault("remote." + name + ".url", List.of());
      if (addresses.size() == 1 && isAddress(addresses.getFirst())) {
        kept.put("remote." + name + ".url", addresses);
        var usual = "+refs/heads/*:refs/remotes/" + name + "/*";
        if (own.getOrDefault("remote." + name + ".fetch", List.of()).contains(usual)) {
          kept.put("remote." + name + ".fetch", List.of(usual));
        }
      }
    }
    for (var name : names("branch")) {
      var remote = last("branch." + name + ".remote");
      var merge = last("branch." + name + ".merge");
      var known = "remote." + remote + ".url";
      boolean there = remote.equals(".") || theirs.containsKey(known) || kept.containsKey(known);
      if (there && BRANCH.matcher(merge).matches()) {
        kept.put("branch." + name + ".remote", List.of(remote));
        kept.put("branch." + name + ".merge", List.of(merge));
      }
    }
    for (var name : names("submodule")) {
      var address = last("submodule." + name + ".url");
      if (isAddress(address)) {
        kept.put("submodule." + name + ".url", List.of(address));
        if (last("submodule." + name + ".active").equals("true")) {
          kept.put("submodule." + name + ".active", List.of("true"));
        }
      }
    }
    return kept.size() > MOST ? Map.of() : kept;
  }

  private String last(String key) {
    var values = own.getOrDefault(key, List.of(""));
    return values.getLast();
  }

  private static boolean isAddress(String value) {
    return ADDRESS.matcher(value).matches() && !value.contains("::");
  }

  /** Those of which the session has set something, and the repository nothing. */
  private List<String> names(String section) {
    var before = section + ".";
    return own.keySet().stream()
        .filter(key -> key.startsWith(before) && key.lastIndexOf('.') > before.length())
        .map(key -> key.substring(before.length(), key.lastIndexOf('.')))
        .distinct()
        .filter(name -> NAME.matcher(name).matches())
        .filter(
            name -> theirs.keySet().stream().noneMatch(key -> key.startsWith(before + name + ".")))
        .toList();
  }
}
