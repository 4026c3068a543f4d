package io.agentservice.remote;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** The rules of the remote's inside. Each says in its message why it is there. */
class ArchitectureTest {
  private static final String ROOT = "io.agentservice.remote";
  private static final int MOST_FILES = 15;
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  /** A slice for each file: a class and all that is nested in it. */
  private static final SliceAssignment FILES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
        }

        @Override
        public String getDescription() {
          return "files";
        }
      };

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
  void filesFormNoCircle() {
    slices()
        .assignedFrom(FILES)
        .should()
        .beFreeOfCycles()
        .because("a file is read with what it uses in mind only")
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
