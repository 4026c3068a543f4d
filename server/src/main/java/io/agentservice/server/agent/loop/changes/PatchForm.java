package io.agentservice.server.agent.loop.changes;

import java.util.List;

/**
 * How a patch is wanted.
 *
 * @param paths the files, as the patch names them; empty: all
 * @param context lines around a change
 */
public record PatchForm(List<String> paths, int context, boolean ignoreWhitespace) {
  public PatchForm {
    paths = List.copyOf(paths);
  }
}
