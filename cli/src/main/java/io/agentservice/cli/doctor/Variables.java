package io.agentservice.cli.doctor;

import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.worker.commands.Flags;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The variables of the environment that some process of ours reads or sets. */
final class Variables {
  private static final String PREFIX = "AGENT_";

  /** Of commands, workers, remotes, and what sessions and hooks are given. */
  private static final Set<String> OTHERS =
      Set.of(
          "AGENT_ALLOW_UNENFORCED_POLICY",
          "AGENT_API_KEY",
          "AGENT_CHROME_PATH",
          "AGENT_COMMAND_ID",
          "AGENT_CONFIG",
          "AGENT_GIT_MIRRORS",
          "AGENT_GIT_MIRRORS_MAX_GB",
          "AGENT_GIT_OFFERS",
          "AGENT_GIT_SHARED_MIRRORS",
          "AGENT_HOOK",
          "AGENT_JAVA_OPTS",
          "AGENT_LOG_FORMAT",
          "AGENT_LOG_LEVEL",
          "AGENT_NETWORK_DIRECT",
          "AGENT_NETWORK_SOCKET",
          "AGENT_ORG_ID",
          "AGENT_OUTPOST_CONNECT_TOKEN",
          "AGENT_OUTPOST_DESKTOP",
          "AGENT_OUTPOST_SESSION_ID",
          "AGENT_PACKAGE_DRAIN_SECONDS",
          "AGENT_REMOTE_BINARY_SHA",
          "AGENT_REMOTE_RUNTIME",
          "AGENT_REMOTE_SESSION_TOKEN",
          "AGENT_REMOTE_STATE_DIR",
          "AGENT_SANDBOX_CANARY",
          "AGENT_SANDBOX_MISSING",
          "AGENT_SANDBOX_NETWORK",
          "AGENT_SESSION_ID");

  private static final String OF_HOOKS = "AGENT_HOOK_";

  /** More changes of letters than these are another word. */
  private static final int FEW = 4;

  private Variables() {}

  static Set<String> known() {
    return Stream.of(
            Settings.reference().stream().map(Setting::name), Flags.variables(), OTHERS.stream())
        .flatMap(names -> names)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** One sentence for each that begins like ours and is none, with the one that may be meant. */
  static Collection<String> unknown(Collection<String> names) {
    var known = known();
    return names.stream()
        .filter(name -> name.startsWith(PREFIX) && !name.startsWith(OF_HOOKS))
        .filter(name -> !known.contains(name))
        .sorted()
        .map(name ->
            name
                + " is no setting"
                + nearest(name, known).map(near -> ": did you mean " + near + "?").orElse(""))
        .toList();
  }

  private static Optional<String> nearest(String name, Set<String> known) {
    return known.stream()
        .filter(other -> distance(name, other) <= FEW)
        .min(Comparator.comparingInt(other -> distance(name, other)));
  }

  /** How many letters have to be put in, taken out or changed (Levenshtein). */
  private static int distance(String from, String to) {
    var row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
