package io.agentservice.e2e.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The projects of {@code e2e/builds} are built and tested by the commands of real sessions: behind
 * walls with a network policy that allows the registries only, and without walls. All must succeed.
 * What it takes is written to {@code target/builds.md}, and nothing is asserted of it.
 *
 * <p>{@code -Dbuilds=all} takes all of them, {@code -Dbuilds=NAME,NAME} those; {@code
 * -Dbuilds.rounds=N} builds each N times with full caches (1) and takes the fastest.
 */
@Tag("long")
@Timeout(6000) // all thirty, where that is asked for; a command has its own limit
class BuildsE2ET {
  /** Those that need little besides what CI has. */
  private static final String FEW = "make-c,git-https,pip-pytest";

  private static final int ROUNDS = Integer.getInteger("builds.rounds", 1);

  /** Users who have nothing: every Debian has them, and no service runs as them. */
  private static final List<String> OTHERS = List.of("games", "news");

  @TempDir private Path directory;
  private Registries registries;
  private final List<Site> sites = new ArrayList<>();
  private final Measured measured = new Measured();

  /** Two sites that share caches of packages, behind walls and without. */
  private record Pair(Site walls, Site open) {}

  @BeforeEach
  void readRegistries() throws IOException, InterruptedException {
    assumeTrue(Project.isThere("bwrap"), "bwrap is not installed here");
    // Another user has to pass.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    registries = Registries.ofThisMachine(Files.createDirectories(directory.resolve("scratch")));
  }

  @AfterEach
  void stop() {
    sites.forEach(Site::close);
  }

  @Test
  void projectsAreBuiltAndTestedBehindWallsAsWithout() throws Exception {
    var chosen = chosen();
    for (boolean other : List.of(false, true)) {
      var projects = new ArrayList<Project>();
      for (var project : chosen) {
        if (other == (project.isNotForRoot() && isRoot())) {
          projects.add(project);
        }
      }
      if (!projects.isEmpty()) {
        build(projects, other ? pairOfOtherUsers() : pair());
      }
    }
    System.out.print(measured.write());
    assertThat(measured.failures()).isEmpty();
    assertThat(measured.lines()).isNotEmpty();
  }

  private void build(List<Project> projects, Pair pair) throws Exception {
    for (var project : projects) {
      var lacking = project.lacking();
      if (!lacking.isEmpty()) {
        measured.untried(project, lacking);
        continue;
      }
      try {
        measured.built(build(project, pair));
      } catch (AssertionError e) {
        measured.failed(project, String.valueOf(e.getMessage()));
      }
      measured.write();
    }
  }

  /**
   * Behind walls first: there is nothing of this project in the caches then, nor for the build
   * without, as what is written behind walls stays there. Then both find all of it, in turn.
   */
  private static Measured.Line build(Project project, Pair pair) throws Exception {
    double cold = pair.walls().build(project, "cold");
    double coldWithout = pair.open().build(project, "cold");
    double warm = Double.MAX_VALUE;
    double warmWithout = Double.MAX_VALUE;
    for (int round = 1; round <= ROUNDS; round++) {
      warm = Math.min(warm, pair.walls().build(project, "warm-" + round));
      warmWithout = Math.min(warmWithout, pair.open().build(project, "warm-" + round));
    }
    return new Measured.Line(project.name(), cold, coldWithout, warm, warmWithout);
  }

  private Pair pair() throws IOException {
    return new Pair(site("", "bwrap", null), site("", "none", null));
  }

  /** Sessions of users who are nobody's but theirs. */
  private Pair pairOfOtherUsers() throws IOException {
    return new Pair(
        site("other-", "bwrap", OTHERS.getFirst()), site("other-", "none", OTHERS.getLast()));
  }

  private Site site(String prefix, String sandbox, @Nullable String user) throws IOException {
    var site =
        new Site(
            directory.resolve(prefix + sandbox),
            directory.resolve(prefix + "home"),
            registries,
            user,
            sandbox);
    sites.add(site);
    return site;
  }

  private static List<Project> chosen() throws IOException {
    var names = System.getProperty("builds", FEW);
    return names.equals("all")
        ? Project.all()
        : Stream.of(names.split(",", -1)).map(Project::named).toList();
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
