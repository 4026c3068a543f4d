package io.agentservice.server.agent.insights;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent.Failure;
import io.agentservice.server.agent.loop.log.LoopEvent.Finished;
import io.agentservice.server.agent.loop.log.LoopEvent.Waiting;
import io.agentservice.server.engine.sessions.parts.Analysis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogAnalystTest {
  private static Analysis analysis(LoggedSession session) {
    return LogAnalyst.analyze(session.course());
  }

  @Test
  void aSessionThatDidNothingHasAnAnalysisOfNothing() {
    var analysis = analysis(new LoggedSession());
    assertThat(analysis.timeline()).isEmpty();
    assertThat(analysis.issues()).isEmpty();
    assertThat(analysis.classification()).isNull();
    assertThat(analysis.suggestedPrompt()).isNull();
  }

  @Test
  void aWithheldMessageStandsInNoCourse() {
    var course = new LoggedSession().asks("Wreck the lake").withheld().course();
    assertThat(course.text(100)).isEqualTo("ann: [withheld by the guardrail Rule one]");
    assertThat(course.opening()).isNull();
    assertThat(new LoggedSession().asks("Fix it").course().opening()).isEqualTo("Fix it");
  }

  @Test
  void theTimelineIsOfTurnsAndOfWhatFailedInThem() {
    var analysis =
        analysis(
            new LoggedSession()
                .asks("Fix the build")
                .runs("make", 2, "no rule")
                .ends(new Waiting("Which one?", null))
                .asks("All")
                .runs("make all", 0, "ok")
                .ends(new Finished("Fixed it", null)));
    assertThat(analysis.timeline())
        .extracting(Analysis.Step::title)
        .containsExactly(
            "Message of ann",
            "Command failed",
            "Waiting for a person",
            "Message of ann",
            "Task done");
    assertThat(analysis.timeline())
        .extracting(Analysis.Step::color)
        .containsExactly("blue", "yellow", "yellow", "blue", "green");
    assertThat(analysis.timeline().get(1).issueId()).isEqualTo(analysis.issues().getFirst().id());
    assertThat(analysis.timeline().getLast().description()).contains("Fixed it");
  }

  @Test
  void aFailedCommandIsOneIssueWhoseImpactSaysHowItEnded() {
    var analysis =
        analysis(
            new LoggedSession()
                .asks("Go")
                .runs("mvn verify", 1, "1 test failed")
                .runs("mvn verify", 1, "1 test failed")
                .runs("mvn verify", 0, "ok")
                .runs("lint", 1, "3 warnings")
                .ends(new Finished("done", null))
                .asks("More")
                .runs("helm lint", 127, "sh: helm: command not found")
                .ends(new Failure("internal", "oops")));
    assertThat(analysis.issues())
        .extracting(Analysis.Issue::issue)
        .containsExactly(
            "mvn verify: 1 test failed",
            "lint: 3 warnings",
            "helm lint: sh: helm: command not found");
    assertThat(analysis.issues())
        .extracting(Analysis.Issue::impact)
        .containsExactly("low", "high", "high");
    assertThat(analysis.issues().getLast().label()).isEqualTo("missing_tool");
    assertThat(analysis.actionItems())
        .extracting(Analysis.ActionItem::type)
        .containsExactly("other", "machine_setup");
    assertThat(analysis.actionItems())
        .extracting(Analysis.ActionItem::issueId)
        .containsExactly("issue-2", "issue-3");
  }

  @Test
  void longTextsAreCutAndTheirNumberIsBound() {
    var session = new LoggedSession();
    for (int i = 0; i < 300; i++) {
      session.asks("x".repeat(5_000)).runs("false " + i, 1, "y".repeat(5_000));
    }
    var analysis = analysis(session);
    assertThat(analysis.timeline()).hasSize(100);
    assertThat(analysis.issues()).hasSize(20);
    assertThat(analysis.timeline())
        .allSatisfy(step -> assertThat(step.description()).hasSizeLessThan(400));
    assertThat(session.course().text(10_000, 500)).hasSizeLessThan(10_100);
  }

  @ParameterizedTest
  @CsvSource({
    "docs/a.md, true, documentation_and_content",
    "src/test/java/ATest.java, true, unit_test_generation",
    ".github/workflows/ci.yml, true, ci_cd_and_devops",
    "data/a.csv, true, data_and_automation",
    "src/A.java, false, feature_development",
    "src/A.java, true, bug_fixing"
  })
  void theCategoryIsToldByFilesAndTests(String file, boolean failsFirst, String category) {
    var session = new LoggedSession().asks("Go");
    if (failsFirst) {
      session.runs("mvn test", 1, "failed");
    }
    var found = analysis(session.edits(file).runs("mvn test", 0, "ok")).classification();
    assertThat(found).isNotNull();
    assertThat(found.category()).isEqualTo(category);
    assertThat(found.toolsAndFrameworks()).containsExactly("mvn");
  }

  @Test
  void whoeverChangesNothingExplores() {
    var found = analysis(new LoggedSession().runs("git log; git diff", 0, "")).classification();
    assertThat(found).isNotNull();
    assertThat(found.category()).isEqualTo("research_and_exploration");
    assertThat(found.toolsAndFrameworks()).containsExactly("git");
  }

  @Test
  void languagesAreThoseOfTheChangedFiles() {
    var found =
        analysis(new LoggedSession().edits("a/B.java").edits("c.py").edits("LICENSE"))
            .classification();
    assertThat(found).isNotNull();
    assertThat(found.programmingLanguages()).containsExactly("Java", "Python");
  }
}
