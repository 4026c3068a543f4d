package io.agentservice.postgres;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rules of this module's inside. Each says in its message why it is there. */
class ArchitectureTest {
  private static final String ROOT = "io.agentservice.postgres";
  private static final int MOST_FILES = 15;
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void packagesFormNoCycle() {
    slices()
        .matching("io.agentservice.(**)")
        .should()
        .beFreeOfCycles()
        .because("a package is read with what it uses in mind only")
        .check(CLASSES);
  }

  @Test
  void aPackageIsSeenAtAGlance() {
    var files =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .collect(groupingBy(JavaClass::getPackageName, counting()));
    assertThat(files).allSatisfy((_, number) -> assertThat(number).isLessThanOrEqualTo(MOST_FILES));
  }
}
