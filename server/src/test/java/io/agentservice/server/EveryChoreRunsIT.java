package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.testing.TestDatabase;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No chore is made and then forgotten. */
class EveryChoreRunsIT {
  private static final Set<String> FACTORIES = Set.of("everywhere", "byLeader");

  @Test
  void aServerRunsAsManyChoresAsItsFeaturesMake(@TempDir Path home) {
    try (var database = TestDatabase.create();
        var app =
            App.start(
                Settings.read(
                    Map.of(
                        "AGENT_HOME", home.toString(),
                        "AGENT_PORT", "0",
                        "AGENT_DATABASE_URL", database.jdbcUrl())))) {
      assertThat(app.chores()).hasSize((int) made());
    }
  }

  /** The places in the program at which a chore is made. */
  private static long made() {
    long made =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.agentservice.server")
                .stream()
                .filter(type -> !type.isEquivalentTo(Chore.class))
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(EveryChoreRunsIT::makesChore)
                .count();
    assertThat(made).isGreaterThan(20);
    return made;
  }

  private static boolean makesChore(JavaMethodCall call) {
    return call.getTargetOwner().isEquivalentTo(Chore.class)
        && FACTORIES.contains(call.getTarget().getName());
  }
}
