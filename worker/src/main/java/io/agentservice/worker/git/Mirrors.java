package io.agentservice.worker.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Mirrors of repositories that walled-in sessions read and none writes. A session leaves what it
 * fetched as bundles, which are data; after its end git takes objects and branches out of them, and
 * checks that they are whole. The next session has its branches from the repository itself, so it
 * can be given nothing but objects that it asks for by their content.
 *
 * @param directory the worker's; holds {@link #shown}, by organization, host and path
 */
public record Mirrors(Path directory) {
  private static final int MOST = 50;
  private static final String BUNDLE = ".bundle";

  /** As the service names them; no name of a file that git reads in a directory of its own. */
  private static final Pattern NAME =
      Pattern.compile(
          "([A-Za-z0-9_][A-Za-z0-9._-]{0,200}/){2,16}[A-Za-z0-9_][A-Za-z0-9._-]{0,200}\\.git\\.bundle");

  private static final Pattern INSIDE = Pattern.compile(".*\\.git/.*");

  /** How each bundle begins: git would take another file for the way to a repository. */
  private static final Pattern HEADER = Pattern.compile("# v[23] git bundle\n");

  private static final double GIB = 1 << 30;
  private static final double USUAL = 20;

  /** What sessions read; they can't list the organizations. */
  public Path shown() {
    return directory.resolve("shown");
  }

  /** Of all mirrors, a line each time that one was written to. */
  private Path log() {
    return directory.resolve("written");
  }

  /** Takes what a session, of which nothing runs any more, has left. */
  public void take(Path offers, Git git, @Nullable String mostGib) throws IOException {
    var offered = bundles(offered(offers));
    for (var offer : offered) {
      var name = offers.relativize(offer).toString();
      var path = name.substring(0, name.length() - BUNDLE.length());
      var mirror = shown().resolve(path);
      Files.writeString(log(), path + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      try {
        if (!Files.isDirectory(mirror)) {
          git.run("init", "--quiet", "--bare", "--template=", mirror.toString());
        }
        git.run(
            "-C",
            mirror.toString(),
            "-c",
            "gc.autoDetach=false",
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            offer.toString(),
            "+refs/heads/*:refs/heads/*",
            "+refs/tags/*:refs/tags/*");
      } catch (IOException _) {
        // It is no bundle, or lacks something: the next session fetches that itself.
      }
      Files.delete(offer);
    }
    if (!offered.isEmpty()) {
      tidy(most(mostGib));
    }
  }

  private static List<Path> offered(Path offers) throws IOException {
    if (!Files.isDirectory(offers, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (var found = Files.find(offers, 20, (_, is) -> is.isRegularFile())) {
      return found
          .filter(file -> NAME.matcher(offers.relativize(file).toString()).matches())
          .filter(file -> !INSIDE.matcher(offers.relativize(file).toString()).matches())
          .limit(MOST)
          .toList();
    }
  }

  private static List<Path> bundles(List<Path> offered) throws IOException {
    var bundles = new ArrayList<Path>();
    for (var file : offered) {
      if (isBundle(file)) {
        bundles.add(file);
      }
    }
    return bundles;
  }

  private static boolean isBundle(Path file) throws IOException {
    try (var stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      var start = new String(stream.readNBytes(16), StandardCharsets.US_ASCII);
      return HEADER.matcher(start).matches();
    }
  }

  private static long most(@Nullable String gib) {
    boolean number = gib != null && gib.matches("[0-9]{1,9}([.][0-9]{1,9})?");
    return (long) (GIB * (number ? Double.parseDouble(gib) : USUAL));
  }

  /** While all hold too much, the one that was written to longest ago goes. */
  private void tidy(long most) throws IOException {
    var newestFirst = new LinkedHashSet<>(Files.readAllLines(log()).reversed());
    newestFirst.removeIf(path -> !Files.isDirectory(shown().resolve(path)));
    long held = 0;
    var kept = new ArrayList<String>();
    for (var path : newestFirst) {
      var mirror = shown().resolve(path);
      held += size(mirror);
      if (held > most && !kept.isEmpty()) {
        delete(mirror);
      } else {
        kept.addFirst(path);
      }
    }
    Files.write(log(), kept);
  }

  private static long size(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
