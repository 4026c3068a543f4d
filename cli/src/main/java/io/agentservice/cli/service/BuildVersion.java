package io.agentservice.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/**
 * What was built, and what runs it.
 *
 * @param commit of the sources; null outside of a release
 * @param committed its time; null outside of a release
 */
public record BuildVersion(
    String version,
    @Nullable String commit,
    @Nullable String committed,
    String java,
    String platform)
    implements IVersionProvider {
  /** For picocli, which creates version providers itself. */
  public BuildVersion() {
    this(ofRelease());
  }

  private BuildVersion(Properties release) {
    this(
        fromBuild(),
        release.getProperty("commit"),
        release.getProperty("committed"),
        System.getProperty("java.version"),
        thisPlatform());
  }

  @Override
  public String[] getVersion() {
    return new String[] {"agent %s (Java %s, %s)".formatted(version, java, platform)};
  }

  /** Empty outside of a release, and when its notes can't be read: they are for people only. */
  private static Properties ofRelease() {
    var properties = new Properties();
    var notes = Installation.current().map(Installation::notes).filter(Files::isReadable);
    if (notes.isPresent()) {
      try (var in = Files.newInputStream(notes.get())) {
        properties.load(in);
      } catch (IOException _) {
        properties.clear();
      }
    }
    return properties;
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
