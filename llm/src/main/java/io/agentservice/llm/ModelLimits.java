package io.agentservice.llm;

import java.util.List;

/** How much a model takes (prompt and reply together) and gives (reply), in tokens. */
public record ModelLimits(long window, int output) {

  /** For models without a context, such as recordings. */
  public static final ModelLimits NONE = new ModelLimits(Long.MAX_VALUE, Integer.MAX_VALUE);

  /** Of a model that nobody knows; a refusal for length still makes the prompt shorter. */
  public static final ModelLimits UNKNOWN = new ModelLimits(128_000, 16_000);

  /** Rather too small than too large: a longer prompt is refused, a shorter one only summarized. */
  private static final String TABLE =
      """
      # begin of the name  window   output
      claude-opus-4-1      200000   32000
      claude-              200000   64000
      gpt-4.1              1000000  32000
      gpt-4o               128000   16000
      gpt-5                272000   64000
      gpt-6                272000   64000
      o3                   200000   64000
      o4                   200000   64000
      """;

  private record Row(String name, ModelLimits limits) {}

  private static final List<Row> ROWS =
      TABLE
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" +"))
          .map(row ->
              new Row(row[0], new ModelLimits(Long.parseLong(row[1]), Integer.parseInt(row[2]))))
          .toList();

  /** Of a model by the provider's name for it, which may stand behind that of a router. */
  public static ModelLimits of(String model) {
    String plain = model.substring(model.lastIndexOf('/') + 1);
    return ROWS.stream()
        .filter(row -> plain.startsWith(row.name))
        .map(Row::limits)
        .findFirst()
        .orElse(UNKNOWN);
  }
}
