package io.agentservice.worker.health;

import java.util.Locale;
import java.util.Map;

final class Exposition {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final StringBuilder text = new StringBuilder();

  /** The lines that introduce a metric; its samples follow. */
  Exposition metric(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  Exposition sample(String name, double value) {
    return sample(name, Map.of(), value);
  }

  Exposition sample(String name, Map<String, String> labels, double value) {
    text.append(name);
    var separator = '{';
    for (var label : labels.entrySet()) {
      text.append(separator).append(label.getKey()).append("=\"");
      text.append(escaped(label.getValue())).append('"');
      separator = ',';
    }
    text.append(labels.isEmpty() ? " " : "} ").append(number(value)).append('\n');
    return this;
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
