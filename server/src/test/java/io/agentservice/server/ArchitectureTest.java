package io.agentservice.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The rules of the server's inside. Each says in its message why it is there. */
class ArchitectureTest {
  private static final String ROOT = "io.agentservice.server";
  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  /** Everything that knows no feature. */
  private static final String[] BASE =
      packages(
          "ids",
          "problems",
          "background",
          "http",
          "auth",
          "db",
          "audit",
          "crypto",
          "costs",
          "events",
          "jsonschema",
          "openapi",
          "repositories",
          "settings");

  private static String[] packages(String... names) {
    var all = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      all[i] = ROOT + "." + names[i] + "..";
    }
    return all;
  }

  @Test
  void theBaseKnowsNoFeature() {
    noClasses()
        .that(resideInAnyPackage(BASE))
        .should()
        .dependOnClassesThat(resideInAnyPackage(ROOT + "..").and(resideOutsideOfPackages(BASE)))
        .because("what holds for all features is written once, and not for one of them")
        .check(SERVER);
  }

  @Test
  void packagesFormNoCycle() {
    slices()
        .matching(ROOT + ".(*)..")
        .should()
        .beFreeOfCycles()
        .because("a feature can be read and changed with those below it in mind only")
        .check(SERVER);
  }

  @Test
  void onlySqlInterfacesKnowTheDatabaseLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".db..")
        .and()
        .haveSimpleNameNotEndingWith("Sql")
        .and(DescribedPredicate.not(nestedInSql()))
        .should()
        .dependOnClassesThat(resideInAnyPackage("org.jdbi..", "java.sql..", "javax.sql.."))
        .because("all SQL of a feature stands in its *Sql interface")
        .check(SERVER);
  }

  private static DescribedPredicate<JavaClass> nestedInSql() {
    return DescribedPredicate.describe(
        "nested in a *Sql interface",
        type ->
            type.getEnclosingClass()
                .map(outer -> outer.getSimpleName().endsWith("Sql"))
                .orElse(false));
  }

  @Test
  void sqlInterfacesAreSeenByTheirPackageOnly() {
    classes()
        .that()
        .haveSimpleNameEndingWith("Sql")
        .should()
        .bePackagePrivate()
        .andShould()
        .beInterfaces()
        .because("other features go through the service, where the rules are")
        .check(SERVER);
  }

  @Test
  void routesAreSeenByTheirPackageOnlyUnlessTheyAreTheWholeFeature() {
    classes()
        .that()
        .haveSimpleNameEndingWith("Routes")
        .and()
        .resideOutsideOfPackages(ROOT + ".self..", ROOT + ".openapi..")
        .should()
        .bePackagePrivate()
        .because("a feature hands out its routes through the class that wires it")
        .check(SERVER);
  }

  @Test
  void timeIsTheDatabasesOrAGivenClock() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".ids..", ROOT + ".pages..") // ages shown to a reader
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .because("deadlines of several servers agree by the database's clock only")
        .check(SERVER);
  }

  @Test
  void idsAreMadeByTheirTypes() {
    noClasses()
        .should()
        .callMethod(UUID.class, "randomUUID")
        .because("ids are ordered by time, which random ones are not (ids)")
        .check(SERVER);
  }

  @Test
  void theEnvironmentIsReadOnceByTheMainProgram() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(ROOT + ".Main")
        .and()
        .resideOutsideOfPackage(ROOT + ".db.embedded..") // looks for programs on the PATH
        .should()
        .callMethod(System.class, "getenv")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .because("every setting is in Settings, with its default and its meaning")
        .check(SERVER);
  }
}
