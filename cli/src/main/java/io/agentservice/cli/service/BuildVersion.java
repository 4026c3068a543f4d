package io.agentservice.cli.service;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What was built, and what runs it. */
public record BuildVersion(String version, String java, String platform)
    implements IVersionProvider {
  /** For picocli, which creates version providers itself. */
  public BuildVersion() {
    this(fromBuild(), System.getProperty("java.version"), thisPlatform());
  }

  @Override
  public String[] getVersion() {
    return new String[] {"agent %s (Java %s, %s)".formatted(version, java, platform)};
  }

  private static String fromBuild() {
    var properties = new Properties();
    try (var in =
        Objects.requireNonNull(BuildVersion.class.getResourceAsStream("build.properties"))) {
      properties.load(in);
    } catch (IOException e) {
      throw new IllegalStateException("the build's own properties cannot be read", e);
    }
    return properties.getProperty("version", "unknown");
  }

  /**
   * System and architecture in the words of the published remote binaries, as {@code linux_x64}.
   */
  private static String thisPlatform() {
    var name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    var system =
        name.contains("win") && !name.contains("darwin")
            ? "windows"
            : name.contains("mac") ? "macos" : "linux";
    var architecture =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "x64";
          case "aarch64" -> "arm64";
          case String other -> other;
        };
    return system + "_" + architecture;
  }
}
