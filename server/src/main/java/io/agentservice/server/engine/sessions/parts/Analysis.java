package io.agentservice.server.engine.sessions.parts;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An analysis of a session (sessions.md 7), with the interface's words. */
public record Analysis(
    List<ActionItem> actionItems,
    @Nullable Classification classification,
    List<Issue> issues,
    @Nullable NoteUsage noteUsage,
    @Nullable SuggestedPrompt suggestedPrompt,
    List<Step> timeline) {

  /** What a session may be about. */
  public static final List<String> CATEGORIES =
      List.of(
          "bug_fixing",
          "ci_cd_and_devops",
          "code_quality_and_security",
          "code_review",
          "code_review_and_analysis",
          "data_and_automation",
          "documentation_and_content",
          "feature_development",
          "migrations_and_upgrades",
          "other",
          "refactoring_and_optimization",
          "research_and_exploration",
          "security",
          "unit_test_generation");

  /** Something to be done so that the next session goes better; {@code type} is its kind. */
  public record ActionItem(String actionItem, @Nullable String issueId, String type) {}

  /** What the session was about; {@code confidence} is from 0 to 1. */
  public record Classification(
      String category,
      BigDecimal confidence,
      List<String> programmingLanguages,
      List<String> toolsAndFrameworks) {}

  /** What went wrong; {@code impact} is low, medium or high. */
  public record Issue(String id, String issue, String impact, String label) {}

  /** Which notes helped, and which did not. */
  public record NoteUsage(List<UsedNote> goodUsages, List<UsedNote> badUsages) {}

  /** A note that the session used. */
  public record UsedNote(String noteId, String message, String reason) {}

  /** How the task had better been put. */
  public record SuggestedPrompt(
      String originalPrompt, String suggestedPrompt, List<Feedback> feedbackItems) {}

  /** What a prompt lacked, {@code excerpt} being the part that it is about. */
  public record Feedback(
      String details, String excerpt, String summary, @Nullable String issueId) {}

  /** A step of the course; {@code color} is blue, green, yellow or red. */
  public record Step(String title, String description, String color, @Nullable String issueId) {}
}
