package io.agentservice.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The rules of the server's inside. Each says in its message why it is there. */
class ArchitectureTest {
  private static final String ROOT = "io.agentservice.server";
  private static final int MOST_FILES = 15;

  /** Packages of one kind of thing each; ARCHITECTURE.md says of which. */
  private static final Set<String> ONE_KIND =
      Set.of(ROOT + ".base.ids", ROOT + ".agent.loop.tools", ROOT + ".engine.gitaccess");

  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);
  private static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.OnlyIncludeTests())
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
  void wingsUseOnlyTheWingsBelowThem() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
        .layer("base")
        .definedBy(ROOT + ".base..")
        .layer("context")
        .definedBy(ROOT + ".context..")
        .layer("identity")
        .definedBy(ROOT + ".identity..")
        .layer("engine")
        .definedBy(ROOT + ".engine..")
        .layer("agent")
        .definedBy(ROOT + ".agent..")
        .layer("enterprise")
        .definedBy(ROOT + ".enterprise..")
        .layer("web")
        .definedBy(ROOT + ".web..")
        .layer("legacy")
        .definedBy(ROOT + ".legacy..")
        .layer("start")
        .definedBy(ROOT + ".start..")
        .layer("app")
        .definedBy(ROOT)
        .whereLayer("base")
        .mayNotAccessAnyLayer()
        .whereLayer("context")
        .mayOnlyAccessLayers("base")
        .whereLayer("identity")
        .mayOnlyAccessLayers("base")
        .whereLayer("engine")
        .mayOnlyAccessLayers("base", "context")
        .whereLayer("agent")
        .mayOnlyAccessLayers("base", "context", "engine")
        .whereLayer("enterprise")
        .mayOnlyAccessLayers("base", "context", "identity", "engine")
        .whereLayer("web")
        .mayOnlyAccessLayers("base", "context", "identity", "engine", "agent", "enterprise")
        .whereLayer("legacy")
        .mayOnlyAccessLayers("base", "context", "identity", "engine", "enterprise")
        .whereLayer("start")
        .mayOnlyBeAccessedByLayers("app")
        .whereLayer("start")
        .mayOnlyAccessLayers("base", "identity", "engine")
        .whereLayer("app")
        .mayNotBeAccessedByAnyLayer()
        .because("each wing can be read and changed with those below it in mind only")
        .check(SERVER);
  }

  @Test
  void everyPackageBelongsToAWing() {
    noClasses()
        .that()
        .doNotHaveSimpleName("package-info")
        .should()
        .resideInAnyPackage(ROOT + ".*") // a wing holds packages, and no class itself
        .because("a new feature finds its place by its wing")
        .check(SERVER);
  }

  @Test
  void packagesOfAWingFormNoCycle() {
    slices()
        .matching(ROOT + ".(*).(*)..")
        .should()
        .beFreeOfCycles()
        .because("a feature can be read and changed with those below it in mind only")
        .check(SERVER);
  }

  @Test
  void packagesFormNoCycle() {
    slices()
        .matching(ROOT + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("each room of a feature is read with those below it in mind only")
        .check(SERVER);
  }

  @Test
  void filesFormNoCircle() {
    slices()
        .assignedFrom(FILES)
        .should()
        .beFreeOfCycles()
        // one thing in two files: what went wrong, and how it is thrown
        .ignoreDependency(Problem.class, ProblemException.class)
        .because("a file is read with what it uses in mind only")
        .check(SERVER);
  }

  @Test
  void aPackageIsSeenAtAGlance() {
    var files =
        SERVER.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(file -> !file.getSimpleName().equals("package-info"))
            .filter(file -> !ONE_KIND.contains(file.getPackageName()))
            .collect(groupingBy(JavaClass::getPackageName, counting()));
    assertThat(files).allSatisfy((_, number) -> assertThat(number).isLessThanOrEqualTo(MOST_FILES));
  }

  @Test
  void theModelsAndTheDatabaseProgramKnowNothingOfTheServer() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + ".engine..", ROOT + ".context..", ROOT + ".base..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.agentservice.llm..", "io.agentservice.postgres..")
        .because("only the agent asks models, and only the start chooses a database")
        .check(SERVER);
  }

  @Test
  void onlySqlInterfacesKnowTheDatabaseLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".base.db..")
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
  void nobodyHasTheListenerReadABody() {
    var owners =
        Set.of("jakarta.servlet.http.HttpServletRequest", "jakarta.servlet.ServletRequest");
    var readers = Pattern.compile("(form|body|upload).*|get(Parameter|Part).*");
    noClasses()
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "reads a body without a bound",
                (JavaMethodCall call) ->
                    owners.contains(call.getTargetOwner().getName())
                        && readers.matcher(call.getName()).matches()))
        .because("the listener takes forms of any length and keeps parts in files")
        .check(SERVER);
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
        .resideOutsideOfPackages(ROOT + ".identity.self..", ROOT + ".base.openapi..")
        .should()
        .bePackagePrivate()
        .because("a feature hands out its routes through the class that wires it")
        .check(SERVER);
  }

  @Test
  void timeIsTheDatabasesOrAGivenClock() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ROOT + ".base.ids..", ROOT + ".web.pages..") // ages shown to a reader
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
        .should()
        .callMethod(System.class, "getenv")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .because("every setting is in Settings, with its default and its meaning")
        .check(SERVER);
  }

  @Test
  void testsThatReadTheLogRunAlone() {
    classes()
        .that()
        .resideOutsideOfPackage(ROOT + ".testing")
        .and()
        .areTopLevelClasses()
        .and(
            DescribedPredicate.describe(
                "read the log",
                (JavaClass type) ->
                    type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(
                            uses -> uses.getTargetClass().getSimpleName().equals("LogCapture"))))
        .should()
        .beAnnotatedWith(Isolated.class)
        .because("the log is that of the whole process, and other classes run at the same time")
        .check(TESTS);
  }

  @Test
  void whatTestClassesInheritIsNotShared() {
    fields()
        .that()
        .areDeclaredInClassesThat(
            DescribedPredicate.describe(
                "are abstract", type -> type.getModifiers().contains(JavaModifier.ABSTRACT)))
        .and()
        .areStatic()
        .should()
        .beFinal()
        .because("classes that inherit one run at the same time, each with a server of its own")
        .check(TESTS);
  }
}
