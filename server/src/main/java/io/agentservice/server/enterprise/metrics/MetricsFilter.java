package io.agentservice.server.enterprise.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is counted; empty and null: all.
 *
 * @param orgIds where the session or search was
 * @param playbookId the session's; searches have none
 * @param userIds whose it was; likewise {@code serviceUserIds}
 */
public record MetricsFilter(
    List<String> orgIds,
    @Nullable String playbookId,
    List<String> userIds,
    List<String> serviceUserIds) {

  /** Everything in those organizations; in all of the scope when there are none. */
  public static MetricsFilter in(List<String> orgIds) {
    return new MetricsFilter(orgIds, null, List.of(), List.of());
  }
}
