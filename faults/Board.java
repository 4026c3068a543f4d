import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * The board of seeded faults (docs/development.md). Each patch beside this file is put into the
 * program alone, and the test that it names must fail. Nothing of the sources is touched: changed
 * copies are compiled into a directory that comes first on the class path.
 *
 * <p>{@code java faults/Board.java LAUNCHER [n=10] [seed=1] [only=server/money] [check=1]}, in the
 * root of the repository, after the build; LAUNCHER is JUnit's console launcher. With {@code check}
 * no test runs: every patch must apply and compile, and its test must be there. Ends with 0 when
 * every fault is killed, with 1 when one survives or hangs, with 2 when the board itself is wrong.
 */
final class Board {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final int LONGEST_SECONDS = 120;
  private static final int SHOWN_LINES = 60;
  private static final String TEST_LIMIT = "junit.jupiter.execution.timeout.default=75 s";

  /** A patch with its header: which module, which test, and what it breaks, in words. */
  private record Fault(String name, Path patch, String module, String test, String says) {
    static Fault read(Path patch) {
      try {
        String text = Files.readString(patch);
        return new Fault(
            patch.getFileName().toString().replace(".patch", ""),
            patch,
            header(text, "Module"),
            header(text, "Test"),
            header(text, "Says"));
      } catch (IOException e) {
        throw new IllegalStateException(patch + " can't be read", e);
      }
    }

    private static String header(String text, String name) {
      var found = Pattern.compile("(?m)^" + name + ": (.+)$").matcher(text);
      if (!found.find()) {
        throw new IllegalStateException(
            "a patch without " + name + ": " + text.lines().findFirst());
      }
      return found.group(1).strip();
    }

    String label() {
      return module + "/" + name;
    }

    String testClass() {
      return test.replaceFirst("#.*", "");
    }
  }

  private enum Verdict {
    KILLED,
    SURVIVED,
    HANGS,
    BROKEN,
    FITS
  }

  private final String launcher;
  private final Path work;

  private Board(String launcher, Path work) {
    this.launcher = launcher;
    this.work = work;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0) {
      System.err.println("usage: java faults/Board.java LAUNCHER [n=10] [seed=1] [only=money] [check=1]");
      System.exit(2);
    }
    var options = new TreeMap<String, String>();
    for (int i = 1; i < arguments.length; i++) {
      var parts = arguments[i].split("=", 2);
      options.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    var faults = choose(options);
    var board =
        new Board(
            Path.of(arguments[0]).toAbsolutePath().toString(), Files.createTempDirectory("faults"));
    System.exit(options.getOrDefault("check", "").isEmpty() ? board.judge(faults) : board.check(faults));
  }

  private static List<Fault> choose(TreeMap<String, String> options) throws IOException {
    var faults = new ArrayList<Fault>();
    try (var files = Files.walk(ROOT.resolve("faults"))) {
      files
          .filter(file -> file.toString().endsWith(".patch"))
          .sorted()
          .map(Fault::read)
          .forEach(faults::add);
    }
    var only = List.of(options.getOrDefault("only", "").split(",", -1));
    faults.removeIf(fault -> only.stream().noneMatch(fault.label()::contains));
    String number = options.getOrDefault("n", "");
    if (!number.isEmpty()) {
      String seed = options.getOrDefault("seed", "");
      long used = seed.isEmpty() ? System.nanoTime() : Long.parseLong(seed);
      System.out.println("SEED=" + used);
      Collections.shuffle(faults, new Random(used));
      faults.subList(Math.min(faults.size(), Integer.parseInt(number)), faults.size()).clear();
      faults.sort(Comparator.comparing(Fault::label));
    }
    return faults;
  }

  private int check(List<Fault> faults) throws Exception {
    int broken = 0;
    for (Fault fault : faults) {
      if (fit(fault, Files.createTempDirectory(work, fault.name())) == Verdict.BROKEN) {
        broken++;
        System.out.println("broken    " + fault.label());
      }
    }
    System.out.printf("%d of %d fit%n", faults.size() - broken, faults.size());
    return broken == 0 && !faults.isEmpty() ? 0 : 2;
  }

  private int judge(List<Fault> faults) throws Exception {
    if (faults.isEmpty()) {
      System.err.println("there is no such fault");
      return 2;
    }
    long begun = System.nanoTime();
    if (!allPassWithout(faults)) {
      System.err.println("the tests must pass without faults first");
      return 2;
    }
    System.out.printf("the tests pass without faults, %d s%n", seconds(begun));
    var verdicts = new TreeMap<String, Verdict>();
    for (Fault fault : faults) {
      long start = System.nanoTime();
      var verdict = judge(fault);
      verdicts.put(fault.label(), verdict);
      System.out.printf(
          "%-9s %4d s  %-44s %s (%s)%n",
          verdict.name().toLowerCase(Locale.ROOT),
          seconds(start),
          fault.label(),
          fault.says(),
          fault.test());
    }
    long killed = verdicts.values().stream().filter(Verdict.KILLED::equals).count();
    System.out.printf("%d of %d killed, %d s%n", killed, faults.size(), seconds(begun));
    return killed == faults.size() ? 0 : verdicts.containsValue(Verdict.BROKEN) ? 2 : 1;
  }

  private static long seconds(long since) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since);
  }

  private boolean allPassWithout(List<Fault> faults) throws Exception {
    Set<String> modules = new LinkedHashSet<>(faults.stream().map(Fault::module).toList());
    for (String module : modules) {
      var tests =
          faults.stream()
              .filter(fault -> fault.module().equals(module))
              .map(Fault::test)
              .distinct()
              .toList();
      if (run(module, work, tests, LONGEST_SECONDS * tests.size()) != 0) {
        var said = Files.readAllLines(work.resolve("tests.log"));
        said.subList(Math.max(0, said.size() - SHOWN_LINES), said.size())
            .forEach(System.err::println);
        return false;
      }
    }
    return true;
  }

  private Verdict judge(Fault fault) throws Exception {
    Path place = Files.createTempDirectory(work, fault.name());
    if (fit(fault, place) == Verdict.BROKEN) {
      return Verdict.BROKEN;
    }
    int code = run(fault.module(), place, List.of(fault.test()), LONGEST_SECONDS);
    return switch (code) {
      case 0 -> Verdict.SURVIVED;
      case 1 -> Verdict.KILLED;
      case -1 -> Verdict.HANGS;
      default -> Verdict.BROKEN;
    };
  }

  /** Applies and compiles the patch, and looks for its test. */
  private Verdict fit(Fault fault, Path place) throws Exception {
    String method = fault.test().replaceFirst("^[^#]*#?", "");
    boolean there = method.isEmpty() || isTest(fault.module(), method);
    if (there && apply(fault, place) && compile(fault, place)) {
      return Verdict.FITS;
    }
    System.err.println(there ? Files.readString(place.resolve("tests.log")) : "no test is called " + method);
    return Verdict.BROKEN;
  }

  /** Copies the files that the patch names, and patches the copies. */
  private static boolean apply(Fault fault, Path place) throws Exception {
    for (String line : Files.readAllLines(fault.patch())) {
      if (line.startsWith("--- a/")) {
        Path file = Path.of(line.substring(6).strip());
        Files.createDirectories(place.resolve(file).getParent());
        Files.copy(ROOT.resolve(file), place.resolve(file));
      }
    }
    return start(place, place, 60, "git", "apply", "--recount", fault.patch().toString()) == 0;
  }

  /** In this very process, where the compiler is warm. */
  private boolean compile(Fault fault, Path place) throws Exception {
    Path classes = Files.createDirectories(place.resolve("classes"));
    var words =
        new ArrayList<>(
            List.of("-proc:none", "-parameters", "-nowarn", "-d", classes.toString()));
    words.addAll(List.of("-cp", classPath(fault.module())));
    try (var files = Files.walk(place)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(words::add);
    }
    copyResources(fault, place, classes);
    try (var log = Files.newOutputStream(place.resolve("tests.log"))) {
      if (words.stream().noneMatch(word -> word.endsWith(".java"))) {
        return true;
      }
      var compiler = ToolProvider.getSystemJavaCompiler();
      return compiler.run(null, log, log, words.toArray(String[]::new)) == 0;
    }
  }

  /** What is no program comes first on the class path as it is. */
  private static void copyResources(Fault fault, Path place, Path classes) throws Exception {
    Path resources = place.resolve(fault.module()).resolve("src/main/resources");
    if (Files.exists(resources)) {
      try (var files = Files.walk(resources)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path copy = classes.resolve(resources.relativize(file).toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  private int run(String module, Path place, List<String> tests, int seconds) throws Exception {
    String path =
        String.join(
            File.pathSeparator, place.resolve("classes").toString(), classPath(module), launcher);
    var command = new ArrayList<>(List.of(java("java"), "--enable-native-access=ALL-UNNAMED"));
    // Short runs: what the best compiler would gain, it costs. The remote's tests start its classes.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dremote.unpackaged=true"));
    command.addAll(List.of("-XX:+EnableDynamicAgentLoading", "-cp", path));
    command.addAll(
        List.of("org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner"));
    command.addAll(List.of("--details=none", "--fail-if-no-tests", "--config=" + TEST_LIMIT));
    for (String test : tests) {
      String name = qualified(module, test.replaceFirst("#.*", ""));
      command.addAll(List.of("--select-class=" + name));
      command.add(
          "--include-methodname="
              + Pattern.quote(name)
              + (test.contains("#") ? test.substring(test.indexOf('#')) : "#.*"));
    }
    return start(ROOT.resolve(module), place, seconds, command.toArray(String[]::new));
  }

  /** As Maven has it, or as a property says: {@code -Dclasspath.server=...}. */
  private static String classPath(String module) throws IOException {
    String given = System.getProperty("classpath." + module);
    if (given != null) {
      return given;
    }
    Path target = ROOT.resolve(module).resolve("target");
    return String.join(
        File.pathSeparator,
        target.resolve("test-classes").toString(),
        target.resolve("classes").toString(),
        Files.readString(target.resolve("test-classpath.txt")).strip());
  }

  private static String qualified(String module, String simple) throws IOException {
    return ROOT.resolve(module)
        .resolve("src/test/java")
        .relativize(testFile(module, simple))
        .toString()
        .replace(".java", "")
        .replace(File.separatorChar, '.');
  }

  private static Path testFile(String module, String simple) throws IOException {
    try (var files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
      return files
          .filter(file -> file.getFileName().toString().equals(simple + ".java"))
          .findFirst()
          .orElseThrow(
              () -> new IllegalStateException("module " + module + " has no test " + simple));
    }
  }

  /** Whether any test of the module is called so: a test class may have it from its parent. */
  private static boolean isTest(String module, String method) throws IOException {
    try (var files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.readString(file).contains("void " + method + "(")) {
          return true;
        }
      }
      return false;
    }
  }

  private static String java(String program) {
    return Path.of(System.getProperty("java.home"), "bin", program).toString();
  }

  /** The exit code; -1 when it did not end in time. What it says goes to a file in the place. */
  private static int start(Path directory, Path place, int seconds, String... command)
      throws Exception {
    var log = place.resolve("tests.log").toFile();
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log);
    // The place may lie inside a repository, whose paths git would then mean.
    builder.environment().put("GIT_CEILING_DIRECTORIES", place.getParent().toString());
    var process = builder.start();
    if (process.waitFor(seconds, TimeUnit.SECONDS)) {
      return process.exitValue();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
    return -1;
  }
}
