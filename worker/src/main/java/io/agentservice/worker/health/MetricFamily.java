package io.agentservice.worker.health;

import java.util.List;

/**
 * The metrics that count. Known label values begin at 0: a rate over a series that appears with its
 * first event misses that event.
 */
enum MetricFamily {
  SESSIONS(
      "sessions",
      "Sessions this worker is done with, by outcome",
      "outcome",
      "served lost given_up stopped"),
  CLAIMS("claims", "Claims asked for, by result", "result", "won lost skipped"),
  RESTARTS("remote_restarts", "Remotes started again after an unexpected end", "", ""),
  BINARIES(
      "binaries",
      "Remote binaries made ready, by where they came from",
      "source",
      "download cache"),
  REJECTED("binaries_rejected", "Remote binaries whose digest was wrong", "", ""),
  API_ERRORS(
      "api_errors",
      "Requests to the API that failed, by HTTP status; none: no answer came",
      "status",
      "none");

  final String metric;
  final String help;
  final String label;
  private final String known;

  MetricFamily(String name, String help, String label, String known) {
    this.metric = "agent_worker_" + name + "_total";
    this.help = help;
    this.label = label;
    this.known = known;
  }

  /** The values of the label that are known from the start; one empty value without a label. */
  List<String> known() {
    return List.of(known.split(" ", -1));
  }
}
