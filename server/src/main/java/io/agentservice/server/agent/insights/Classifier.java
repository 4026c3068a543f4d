package io.agentservice.server.agent.insights;

import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.log.Course.Moment;
import io.agentservice.server.engine.sessions.parts.Analysis.Classification;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a session was about, by the files that it changed and the commands that it ran. */
final class Classifier {
  private static final Map<String, String> LANGUAGES =
      Map.ofEntries(
          Map.entry("java", "Java"),
          Map.entry("kt", "Kotlin"),
          Map.entry("py", "Python"),
          Map.entry("js", "JavaScript"),
          Map.entry("jsx", "JavaScript"),
          Map.entry("ts", "TypeScript"),
          Map.entry("tsx", "TypeScript"),
          Map.entry("go", "Go"),
          Map.entry("rs", "Rust"),
          Map.entry("c", "C"),
          Map.entry("h", "C"),
          Map.entry("cc", "C++"),
          Map.entry("cpp", "C++"),
          Map.entry("cs", "C#"),
          Map.entry("rb", "Ruby"),
          Map.entry("php", "PHP"),
          Map.entry("swift", "Swift"),
          Map.entry("scala", "Scala"),
          Map.entry("sh", "Shell"),
          Map.entry("sql", "SQL"));

  private static final Pattern TOOL =
      Pattern.compile(
          "(?:^|[\\n;|&(]\\s*)(?:sudo\\s+)?(git|mvn|gradle|make|cmake|npm|yarn|pnpm|node|pytest|pip|poetry|uv"
              + "|go|cargo|docker|kubectl|helm|terraform|dotnet|bundle|rake|composer|phpunit|jest|gh|glab)\\b");

  private static final Pattern TEST =
      Pattern.compile(
          "(?i)(^|/)(tests?|spec|__tests__)/|[._-](test|spec)\\.|test_|(Test|IT|Spec)\\.");
  private static final Pattern DOCUMENT = Pattern.compile("(?i)\\.(md|rst|adoc|txt)$");
  private static final Pattern DELIVERY =
      Pattern.compile(
          "(?i)(^|/)(\\.github/workflows/|\\.gitlab-ci|Jenkinsfile|Dockerfile|docker-compose|\\.circleci/)|\\.tf$");
  private static final Pattern DATA = Pattern.compile("(?i)\\.(csv|ipynb|parquet|sql)$");
  private static final Pattern TRIES =
      Pattern.compile("(?i)\\b(test|pytest|jest|phpunit|verify|rspec|ctest)\\b");

  private Classifier() {}

  /** Null for a session that did nothing. */
  static @Nullable Classification classify(Course course) {
    var edits = course.all(Moment.Edit.class).stream().map(Moment.Edit::path).toList();
    var commands = course.all(Moment.Command.class);
    if (edits.isEmpty() && commands.isEmpty()) {
      return null;
    }
    String category = category(edits, commands);
    boolean sure = !edits.isEmpty() && !category.equals("feature_development");
    return new Classification(
        category, new BigDecimal(sure ? "0.6" : "0.3"), languages(edits), tools(commands));
  }

  private static String category(List<String> edits, List<Moment.Command> commands) {
    if (edits.isEmpty()) {
      return "research_and_exploration";
    }
    if (all(edits, DOCUMENT)) {
      return "documentation_and_content";
    }
    if (all(edits, TEST)) {
      return "unit_test_generation";
    }
    if (all(edits, DELIVERY)) {
      return "ci_cd_and_devops";
    }
    if (all(edits, DATA)) {
      return "data_and_automation";
    }
    return mended(commands) ? "bug_fixing" : "feature_development";
  }

  private static boolean all(List<String> paths, Pattern kind) {
    return paths.stream().allMatch(path -> kind.matcher(path).find());
  }

  /** Whether tests failed first and passed in the end. */
  private static boolean mended(List<Moment.Command> commands) {
    var tries = commands.stream().filter(run -> TRIES.matcher(run.script()).find()).toList();
    return !tries.isEmpty() && tries.getFirst().failed() && !tries.getLast().failed();
  }

  private static List<String> languages(List<String> edits) {
    return edits.stream()
        .map(path -> path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
        .map(LANGUAGES::get)
        .filter(language -> language != null)
        .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), List::copyOf));
  }

  private static List<String> tools(List<Moment.Command> commands) {
    Set<String> found = new TreeSet<>();
    commands.forEach(
        run -> TOOL.matcher(run.script()).results().forEach(tool -> found.add(tool.group(1))));
    return List.copyOf(found);
  }
}
