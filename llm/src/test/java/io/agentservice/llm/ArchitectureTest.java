package io.agentservice.llm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who may know whom among the packages of this module. */
class ArchitectureTest {
  private static final String ROOT = "io.agentservice.llm";
  private static final int MOST_FILES = 15;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT, "io.agentservice.redaction");

  @Test
  void packagesKnowOnlyThoseBelow() {
    Architectures.layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("models")
        .definedBy(ROOT + ".models")
        .layer("prices")
        .definedBy(ROOT + ".prices")
        .layer("replay")
        .definedBy(ROOT + ".replay")
        .layer("anthropic")
        .definedBy(ROOT + ".anthropic")
        .layer("openai")
        .definedBy(ROOT + ".openai")
        .layer("failures")
        .definedBy(ROOT + ".failures")
        .layer("http")
        .definedBy(ROOT + ".http")
        .layer("answers")
        .definedBy(ROOT + ".answers")
        .layer("conversations")
        .definedBy(ROOT)
        .whereLayer("models")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("prices")
        .mayOnlyBeAccessedByLayers("models")
        .whereLayer("replay")
        .mayOnlyBeAccessedByLayers("models", "prices")
        .whereLayer("anthropic")
        .mayOnlyBeAccessedByLayers("models")
        .whereLayer("openai")
        .mayOnlyBeAccessedByLayers("models")
        .whereLayer("failures")
        .mayOnlyBeAccessedByLayers("models", "anthropic", "openai")
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("models", "anthropic", "openai", "failures")
        .whereLayer("answers")
        .mayOnlyBeAccessedByLayers("anthropic", "openai", "failures", "http")
        .check(CLASSES);
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching("io.agentservice.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyOnePackageKnowsTheHttpClient() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".http")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("okhttp3..", "okio..", "kotlin..")
        .check(CLASSES);
  }

  @Test
  void modelsAreOfThreeKinds() {
    classes()
        .that()
        .implement(Llm.class)
        .and()
        .doNotHaveModifier(JavaModifier.ABSTRACT)
        .should()
        .resideInAnyPackage(ROOT + ".anthropic", ROOT + ".openai", ROOT + ".replay")
        .check(CLASSES);
  }

  @Test
  void redactionKnowsNothingOfModels() {
    noClasses()
        .that()
        .resideInAPackage("io.agentservice.redaction")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "..")
        .check(CLASSES);
  }

  @Test
  void packagesAreSmall() {
    CLASSES.stream()
        .filter(JavaClass::isTopLevelClass)
        .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()))
        .forEach((name, files) -> assertThat(files).as(name).isLessThanOrEqualTo(MOST_FILES));
  }
}
