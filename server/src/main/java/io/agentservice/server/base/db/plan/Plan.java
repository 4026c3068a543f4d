package io.agentservice.server.base.db.plan;

import io.agentservice.server.base.db.plan.Catalog.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the next migration of a database would do.
 *
 * @param version the last migration that it has; null: none
 * @param target the last one of this program
 * @param obstacle why a start would refuse; null: it would not
 * @param isBeingMigrated whether another process is at it at this moment
 * @param steps in their order
 */
public record Plan(
    @Nullable Integer version,
    int target,
    @Nullable String obstacle,
    boolean isBeingMigrated,
    List<Step> steps) {

  /** One migration, in a transaction of its own: what it locks stays locked until its end. */
  public record Step(int version, String description, List<Judged> statements) {}

  public record Judged(String sql, List<Touch> touches) {}

  /**
   * A table that a statement touches.
   *
   * @param isNew made by an earlier statement of the plan
   * @param size before the plan; null for one that is new, or is not known
   */
  public record Touch(Effect effect, boolean isNew, @Nullable Size size) {}
}
