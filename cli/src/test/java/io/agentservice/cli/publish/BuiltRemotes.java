package io.agentservice.cli.publish;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Files as the build of the remote leaves them, with small contents. */
public final class BuiltRemotes {
  private BuiltRemotes() {}

  /** Writes a release, which becomes the directory's newest; answers its digest. */
  public static String write(Path directory, String suffix, String sha, String content)
      throws IOException {
    String digest = sha256(content);
    String name = "agent-remote_" + sha + "_" + suffix;
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(name), content);
    Files.writeString(directory.resolve(name + ".sha256"), digest + "\n");
    Files.writeString(directory.resolve("latest_" + suffix), sha + "\n");
    return digest;
  }

  private static String sha256(String content) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(content.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
