package io.agentservice.cli.service;

import java.nio.file.Path;

/** Names of models as people type them. */
public final class Models {
  private static final String REPLAY = "replay:";

  private Models() {}

  /** The name with a transcript's path made absolute: the server has another current directory. */
  public static String absolute(String name) {
    return name.startsWith(REPLAY)
        ? REPLAY + Path.of(name.substring(REPLAY.length())).toAbsolutePath().normalize()
        : name;
  }
}
