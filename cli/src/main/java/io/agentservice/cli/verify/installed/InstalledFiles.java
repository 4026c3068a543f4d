package io.agentservice.cli.verify.installed;

import io.agentservice.worker.doctor.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files of a release beside the list that came with it.
 *
 * @param root directory of the installation
 * @param key a public key of minisign, or null: then only damage shows, not who has made the files
 */
public record InstalledFiles(Path root, @Nullable String key) {
  private static final String LIST = "FILES.sha256";
  private static final String SIGNATURE = LIST + ".minisig";

  /** Where programs lie, so that a file that is not on the list is none of ours. */
  private static final List<String> PROGRAMS = List.of("lib", "agent-rs", "runtime");

  private static final int SHOWN = 3;

  /** Never fails: what can't be read is a problem, too. */
  public Finding examine() {
    try {
      if (!Files.isRegularFile(root.resolve(LIST))) {
        return unlisted();
      }
      byte[] list = Files.readAllBytes(root.resolve(LIST));
      var signed = signature(list);
      return signed.level() == Finding.Level.PROBLEM ? signed : compare(parse(list), signed);
    } catch (IOException | InvalidPathException e) {
      return Finding.problem(
          "The files of this installation can't be read: " + e, "Ask whoever may read them");
    }
  }

  private Finding unlisted() {
    if (Files.exists(root.resolve("release.properties")) || key != null) {
      return Finding.problem(
          "%s has no list of its files, %s".formatted(root, LIST),
          "Install a release anew; one that was built before has none");
    }
    return Finding.skipped("built from sources, which have no list of files");
  }

  /** What the signature says of the list; a message without a level of its own. */
  private Finding signature(byte[] list) throws IOException {
    if (key == null) {
      return Finding.ok("whose they are was not asked: --release-key");
    }
    try {
      var publicKey = Minisign.parse(key);
      String signature = Files.readString(root.resolve(SIGNATURE));
      return Finding.ok(
          "signed with the given key (%s)".formatted(publicKey.check(list, signature)));
    } catch (NoSuchFileException e) {
      return Finding.problem(
          "Nobody has signed this release: it has no " + SIGNATURE,
          "Install one that was signed, from whoever gave you the key");
    } catch (Minisign.FormatException e) {
      return Finding.problem(
          "The release was not signed with the given key: " + e.getMessage(),
          "Look at the key; if it is the right one, don't use this installation");
    }
  }

  private Finding compare(Map<String, String> listed, Finding signed) throws IOException {
    var changed = new ArrayList<String>();
    for (var entry : listed.entrySet()) {
      if (!entry.getValue().equals(digest(root.resolve(entry.getKey())))) {
        changed.add(entry.getKey());
      }
    }
    var others = new TreeSet<String>();
    for (String directory : PROGRAMS) {
      others.addAll(below(directory));
    }
    others.removeAll(listed.keySet());
    if (listed.isEmpty() || !changed.isEmpty() || !others.isEmpty()) {
      return Finding.problem(
          "This installation is not as it was released: %d of %d files are others or gone%s, %d do not belong there%s"
              .formatted(
                  changed.size(),
                  listed.size(),
                  some(changed),
                  others.size(),
                  some(others.stream().toList())),
          "Install the release anew; if nobody here has changed them, ask who did");
    }
    return Finding.ok(
        "%d files are as they were released; %s".formatted(listed.size(), signed.message()));
  }

  private static String some(List<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    var shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return " (" + shown + (names.size() > SHOWN ? ", ..." : "") + ")";
  }

  /** Digests by names, as sha256sum writes them. */
  private static Map<String, String> parse(byte[] list) throws IOException {
    var digests = new LinkedHashMap<String, String>();
    for (String line : new String(list, StandardCharsets.UTF_8).lines().toList()) {
      int space = line.indexOf("  ");
      String name = space < 0 ? "" : line.substring(space + 2);
      if (name.isEmpty() || name.startsWith("/") || Path.of(name).normalize().startsWith("..")) {
        throw new IOException(LIST + " has a line that is none of sha256sum");
      }
      digests.put(name, line.substring(0, space));
    }
    return digests;
  }

  private List<String> below(String directory) throws IOException {
    var top = root.resolve(directory);
    if (!Files.isDirectory(top)) {
      return List.of();
    }
    try (var files = Files.walk(top)) {
      return files
          .filter(file -> !Files.isDirectory(file))
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .toList();
    }
  }

  /** Empty of one that is not there, or no file. */
  private static String digest(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try (InputStream in = Files.newInputStream(file)) {
      var digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
