package io.agentservice.worker.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The operator's own programs around a session (docs/worker.md).
 *
 * @param preClaim asked before each claim; null for none
 * @param postExit run after each session, before its claim is released; null for none
 * @param limit how long either may take
 */
public record HookSettings(@Nullable Path preClaim, @Nullable Path postExit, Duration limit) {
  public static final HookSettings NONE = new HookSettings(null, null, Duration.ofSeconds(30));
}
