package io.agentservice.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
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
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The rules of the command line's inside. Each says in its message why it is there. */
class ArchitectureTest {
  private static final String ROOT = "io.agentservice.cli";
  private static final int MOST_FILES = 15;
  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  /** The command line and what it shares with the other programs. */
  private static final JavaClasses PROGRAMS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(
              ROOT, "io.agentservice.client", "io.agentservice.worker", "io.agentservice.wire");

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
        .matching(ROOT + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("what a person does is read with what it uses in mind only")
        .check(CLI);
  }

  @Test
  void filesFormNoCircle() {
    slices()
        .assignedFrom(FILES)
        .should()
        .beFreeOfCycles()
        .because("a file is read with what it uses in mind only")
        .check(PROGRAMS);
  }

  @Test
  void nothingKnowsTheProgram() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT)
        .because("the root puts the commands together and starts the program")
        .check(CLI);
  }

  @Test
  void commandsAreNamedSo() {
    classes()
        .that()
        .haveSimpleNameEndingWith("Command")
        .should()
        .beAssignableTo(Callable.class)
        .orShould()
        .beAssignableTo(Runnable.class)
        .because("a command is found by its name")
        .check(CLI);
  }

  @Test
  void partsOfTheClientFormNoCycleAndKnowNotWhatLeadsToThem() {
    slices()
        .matching("io.agentservice.client.(**)")
        .should()
        .beFreeOfCycles()
        .because("a part of the API is read with the transport in mind only")
        .check(PROGRAMS);
    noClasses()
        .that()
        .resideInAPackage("io.agentservice.client.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.agentservice.client")
        .because("AgentClient leads to the parts")
        .check(PROGRAMS);
  }

  @Test
  void jsonIsReadAndWrittenInOneWay() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.agentservice.wire.json")
        .and() // these call code of the server and of the models that takes trees of its own kind
        .resideOutsideOfPackages(ROOT + ".audit", ROOT + ".doctor")
        .and() // it is no JSON
        .doNotHaveFullyQualifiedName(ROOT + ".eval.tasks.Toml")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("tools.jackson..", "com.fasterxml..")
        .because("wire.json reads and writes all JSON below the server (ADR 0054)")
        .check(PROGRAMS);
  }

  @Test
  void aPackageIsSeenAtAGlance() {
    var files =
        PROGRAMS.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(file ->
                file.getPackageName().startsWith(ROOT)
                    || file.getPackageName().startsWith("io.agentservice.client"))
            .collect(groupingBy(JavaClass::getPackageName, counting()));
    assertThat(files).allSatisfy((_, number) -> assertThat(number).isLessThanOrEqualTo(MOST_FILES));
  }
}
