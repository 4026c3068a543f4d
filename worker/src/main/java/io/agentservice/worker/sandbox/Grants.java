package io.agentservice.worker.sandbox;

import java.nio.file.Path;
import java.util.List;

/**
 * What the operator lets all sessions have.
 *
 * @param readable directories that they see besides
 * @param writable directories that they share
 * @param limits of each
 */
public record Grants(List<Path> readable, List<Path> writable, Limits limits) {
  public static final Grants NONE = new Grants(List.of(), List.of(), Limits.DEFAULT);

  public Grants {
    readable = List.copyOf(readable);
    writable = List.copyOf(writable);
  }
}
