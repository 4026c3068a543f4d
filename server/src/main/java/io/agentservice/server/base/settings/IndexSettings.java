package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How repositories are indexed.
 *
 * @param pause between looks at a branch
 * @param longest how long reading a branch may take
 * @param mostBytes of what is fetched of a branch
 */
public record IndexSettings(Path directory, Duration pause, Duration longest, long mostBytes) {

  static IndexSettings read(SettingReader r, Path home) {
    return new IndexSettings(
        home.resolve("data/repositories"),
        Duration.ofSeconds(
            r.integer(
                "AGENT_INDEX_POLL_SECONDS",
                1,
                604_800,
                300,
                "Time between two looks at an indexed branch for new commits")),
        Duration.ofSeconds(
            r.integer(
                "AGENT_INDEX_MAX_SECONDS",
                1,
                1800,
                900,
                "How long fetching and reading a branch for the index may take")),
        r.number(
            "AGENT_INDEX_MAX_BYTES",
            1 << 20,
            1L << 40,
            2L << 30,
            "Room on disk that the newest commit of a branch may take while it is indexed"));
  }
}
