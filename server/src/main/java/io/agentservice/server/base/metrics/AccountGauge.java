package io.agentservice.server.base.metrics;

import io.agentservice.server.base.ids.AccountId;
import java.util.List;
import java.util.function.Function;

/**
 * How something of an account stands, read from the database when it is asked for; every node says
 * the same.
 *
 * @param name with the unit at its end, without the common prefix
 * @param labels their names, in the order of each reading's values
 */
public record AccountGauge(
    String name, String help, List<String> labels, Function<AccountId, List<Reading>> read) {

  public AccountGauge {
    labels = List.copyOf(labels);
  }

  public record Reading(List<String> labels, double value) {
    public Reading {
      labels = List.copyOf(labels);
    }

    public static Reading of(double value, String... labels) {
      return new Reading(List.of(labels), value);
    }
  }
}
