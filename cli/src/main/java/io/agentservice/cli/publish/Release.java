package io.agentservice.cli.publish;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The binary of one platform as the build left it, its digest checked.
 *
 * @param suffix of the platform, for example {@code linux_x64}
 * @param sha what the binary is called by, 6 to 40 hex digits
 * @param binary the file
 * @param sha256 of its bytes, 64 lower-case hex digits
 */
public record Release(String suffix, String sha, Path binary, String sha256) {
  private static final Pattern SHA = Pattern.compile("[0-9a-f]{6,40}");
  private static final String LATEST = "latest_";

  /**
   * The releases that a directory holds: what each of its {@code latest_<suffix>} names.
   *
   * @throws PublishException when there is none, or a file is missing or damaged
   */
  public static List<Release> in(Path directory) throws PublishException {
    var releases = new ArrayList<Release>();
    try (var files = Files.newDirectoryStream(directory, LATEST + "*")) {
      for (Path latest : files) {
        releases.add(read(latest));
      }
    } catch (IOException e) {
      throw new PublishException("can't read " + directory + ": " + e.getMessage(), e);
    }
    if (releases.isEmpty()) {
      throw new PublishException(directory + " holds no built remote (no latest_<platform>)");
    }
    return releases;
  }

  private static Release read(Path latest) throws PublishException, IOException {
    String suffix = latest.getFileName().toString().substring(LATEST.length());
    String sha = text(latest);
    if (!SHA.matcher(sha).matches()) {
      throw new PublishException(latest + " does not hold 6 to 40 hex digits");
    }
    var binary = latest.resolveSibling("agent-remote_" + sha + "_" + suffix);
    var digest = latest.resolveSibling(binary.getFileName() + ".sha256");
    for (Path needed : List.of(binary, digest)) {
      if (!Files.isRegularFile(needed)) {
        throw new PublishException(latest + " names " + sha + ", but there is no " + needed);
      }
    }
    String actual = sha256(binary);
    if (!text(digest).equals(actual)) {
      throw new PublishException(binary + " is damaged: its SHA-256 is not that of " + digest);
    }
    return new Release(suffix, sha, binary, actual);
  }

  /** The published name of the binary. */
  String binaryName() {
    return "agent-remote_" + sha + "_" + suffix;
  }

  String digestName() {
    return binaryName() + ".sha256";
  }

  String latestName() {
    return LATEST + suffix;
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.US_ASCII).strip();
  }

  private static String sha256(Path file) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
