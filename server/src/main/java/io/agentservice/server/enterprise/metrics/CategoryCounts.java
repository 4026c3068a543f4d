package io.agentservice.server.enterprise.metrics;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sessions by category, without unclassified ones. */
public record CategoryCounts(List<Category> categories) {

  public record Category(
      String category, long sessionsCount, BigDecimal acus, List<Subcategory> subcategories) {}

  /** Sessions of a part of it. {@code subcategoryId}: null: subcategories have names only. */
  public record Subcategory(
      @Nullable String subcategoryId, String displayName, long sessionsCount, BigDecimal acus) {}

  /** Those of one subcategory. */
  record Part(String category, String displayName, long sessions, BigDecimal acus) {}

  /** Of parts in the order of their categories. */
  static CategoryCounts of(List<Part> parts) {
    var byCategory = new LinkedHashMap<String, List<Part>>();
    parts.forEach(
        part -> byCategory.computeIfAbsent(part.category(), _ -> new ArrayList<>()).add(part));
    return new CategoryCounts(
        byCategory.entrySet().stream().map(e -> category(e.getKey(), e.getValue())).toList());
  }

  private static Category category(String name, List<Part> parts) {
    return new Category(
        name,
        parts.stream().mapToLong(Part::sessions).sum(),
        parts.stream()
            .map(Part::acus)
            .reduce(BigDecimal.ZERO, BigDecimal::add)
            .stripTrailingZeros(),
        parts.stream()
            .map(part ->
                new Subcategory(
                    null, part.displayName(), part.sessions(), part.acus().stripTrailingZeros()))
            .toList());
  }
}
