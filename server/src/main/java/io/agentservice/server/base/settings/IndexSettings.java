package io.agentservice.server.base.settings;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How repositories are indexed.
 *
 * @param directory where they lie while they are read
 * @param pause how long after a look at a branch the next one is due
 * @param longest how long reading a branch may take
 * @param mostBytes how much room what is fetched of a branch may take
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
