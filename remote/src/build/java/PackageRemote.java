import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Makes the file {@code agent-remote}: a program that lets the shell run a script, followed by a
 * compressed Java runtime with the remote in it, and for Windows a launcher followed by a jar (docs/adr/0008-remote-binary.md). Run
 * by the build as a source program:
 *
 * <pre>java PackageRemote.java TARGET_DIRECTORY TIMESTAMP CLASS_PATH</pre>
 *
 * Does nothing when the same inputs were packaged before.
 */
final class PackageRemote {
  private static final String MODULES = "java.base,java.net.http";
  private static final String MAIN = "io.agentservice.remote.Main";
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xms8m", // else the heap starts as large as it may become
          "-Xmx96m",
          "-Xss512k",
          "-XX:ReservedCodeCacheSize=16m",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:-UsePerfData",
          "-Xshare:auto",
          "-Xlog:disable",
          "--enable-native-access=ALL-UNNAMED");
  private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");
  private static final String WINDOWS_SUFFIX = "windows_x64.exe";

  private final Path target;
  private final Path image;
  private final Path sources;
  private final Path tools;
  private final Instant timestamp;
  private final List<Path> classPath;

  private PackageRemote(
      Path target, Instant timestamp, List<Path> classPath, Path sources, Path tools) {
    this.target = target;
    this.tools = tools;
    this.image = target.resolve("image");
    this.timestamp = timestamp;
    this.classPath = classPath;
    this.sources = sources;
  }

  public static void main(String[] args) throws Exception {
    var sources = Path.of(System.getProperty("package.sources")).toAbsolutePath();
    var classPath = new ArrayList<Path>();
    for (var entry : args[2].split(File.pathSeparator)) {
      if (!entry.contains("jspecify")) { // annotations, not needed to run
        classPath.add(Path.of(entry));
      }
    }
    var target = Path.of(args[0]).toAbsolutePath();
    var tools = Path.of(System.getProperty("package.launch4j")).toAbsolutePath();
    new PackageRemote(target, Instant.parse(args[1]), classPath, sources, tools).run();
  }

  private void run() throws Exception {
    var inputs = inputsHash();
    var marker = target.resolve("dist/inputs.sha256");
    if (Files.exists(marker) && Files.readString(marker).equals(inputs)) {
      return;
    }
    delete(target.resolve("dist"));
    if (!WINDOWS) { // there is no sh to start it
      link();
      addClasses();
      settleTimes();
      addArchive();
      var lists = addLists();
      settleTimes();
      publish(lists, Archive.tarGz(image, timestamp.getEpochSecond()));
      delete(image);
    }
    publishForWindows();
    Files.writeString(marker, inputs);
  }

  /** One jar that any Java starts, and that jar behind a launcher. */
  private void publishForWindows() throws Exception {
    var work = Files.createDirectories(target.resolve("windows"));
    var head = new byte[0];
    var jar = new FlatJar(classPath, timestamp);
    if (Files.isDirectory(tools)) {
      var launcher = new WindowsLauncher(tools, work);
      var options = FLAGS.stream().filter(flag -> !flag.contains("native-access")).toList();
      head = launcher.head(System.getProperty("package.java"), options);
      launcher.licences().forEach(jar::add);
    }
    var sha = sha256(joined(head, jar.bytes(MAIN, ""))).substring(0, 12);
    var versioned = jar.bytes(MAIN, sha);
    Files.write(work.resolve("agent-remote.jar"), versioned);
    if (head.length > 0) {
      publish(sha, WINDOWS_SUFFIX, joined(head, versioned));
    } else {
      System.out.println("no " + WINDOWS_SUFFIX + ": launch4j's tools do not run here");
    }
  }

  private static byte[] joined(byte[] first, byte[] second) {
    var all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private void link() throws Exception {
    delete(image);
    var errors = new ByteArrayOutputStream();
    var jlink = ToolProvider.findFirst("jlink").orElseThrow();
    var code =
        jlink.run(
            new java.io.PrintStream(errors),
            new java.io.PrintStream(errors),
            "--add-modules",
            MODULES,
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--output",
            image.toString());
    if (code != 0) {
      throw new IllegalStateException("jlink: " + errors.toString(UTF_8));
    }
    try (var files = Files.walk(image.resolve("lib"))) {
      for (var library : files.filter(f -> f.toString().endsWith(".so")).toList()) {
        strip(library);
      }
    }
  }

  /** Symbols are half of the virtual machine's size. Where there is no strip they stay. */
  private static void strip(Path library) throws Exception {
    try {
      var strip = new ProcessBuilder("strip", "--strip-unneeded", library.toString());
      await(strip.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
    } catch (IOException e) {
      System.out.println("no strip here: the runtime stays larger");
    }
  }

  private void addClasses() throws IOException {
    var app = Files.createDirectories(image.resolve("app"));
    for (var entry : classPath) {
      if (Files.isDirectory(entry)) {
        var module = entry.toAbsolutePath().getParent().getParent().getFileName();
        jar(entry, app.resolve(module + ".jar"));
      } else {
        Files.copy(entry, app.resolve(entry.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void jar(Path classes, Path file) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(file));
        var paths = Files.walk(classes)) {
      for (var path : paths.filter(Files::isRegularFile).sorted().toList()) {
        var entry = new JarEntry(classes.relativize(path).toString());
        entry.setTime(timestamp.toEpochMilli());
        out.putNextEntry(entry);
        Files.copy(path, out);
      }
    }
  }

  /** The class archive remembers the times of the files it was made from. */
  private void settleTimes() throws IOException {
    try (var paths = Files.walk(image)) {
      for (var path : paths.filter(p -> !Files.isSymbolicLink(p)).toList()) {
        Files.setLastModifiedTime(path, FileTime.from(timestamp));
      }
    }
  }

  /** Runs one short session, then archives the classes that it loaded. */
  private void addArchive() throws Exception {
    var work = Files.createTempDirectory("agent-remote-training");
    var list = work.resolve("classes.lst");
    try (var gateway = new TrainingGateway()) {
      var environment =
          Map.of(
              "PATH", System.getenv("PATH"),
              "AGENT_OUTPOST_GATEWAY_URL", gateway.address(),
              "AGENT_OUTPOST_CONNECT_TOKEN", "training",
              "AGENT_OUTPOST_SESSION_ID", "training",
              "AGENT_REMOTE_STATE_DIR", work.resolve("state").toString());
      var log = work.resolve("log");
      java(work, image.toString(), log, environment, List.of("-XX:DumpLoadedClassList=" + list, MAIN, "serve"));
      Files.write(list, timeless(Files.readAllLines(list)));
      var archive = image.resolve("app/agent-remote.jsa");
      // From within, by relative names: the place of a build does not stand in the archive.
      java(
          image,
          ".",
          log,
          Map.of(),
          List.of(
              "-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + archive));
    } finally {
      delete(work);
    }
  }

  /**
   * What was loaded, without when: the numbers and the order, what was resolved in pools of constants until then, and the
   * lambdas of the HTTP client, whose threads race to the end of the training. Else no two archives would be the same.
   */
  private static List<String> timeless(List<String> loaded) {
    return loaded.stream()
        .filter(line -> !line.startsWith("#") && !line.startsWith("@cp "))
        .filter(line -> !line.startsWith("@lambda-proxy jdk/internal/net/http/"))
        .map(line -> line.replaceFirst(" id: \\d+$", ""))
        .distinct()
        .sorted()
        .toList();
  }

  private void java(
      Path directory, String home, Path log, Map<String, String> environment, List<String> arguments)
      throws Exception {
    var command = new ArrayList<String>();
    command.add(image.resolve("bin/java").toString());
    command.addAll(List.of("-cp", classPathIn(home)));
    command.addAll(FLAGS);
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    var process = builder.redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    if (await(process) != 0) {
      throw new IllegalStateException("training run failed:\n" + Files.readString(log));
    }
  }

  /** Named one by one: a jar that somebody adds is not in it. */
  private String classPathIn(String home) throws IOException {
    try (var jars = Files.newDirectoryStream(image.resolve("app"), "*.jar")) {
      return StreamSupport.stream(jars.spliterator(), false)
          .map(jar -> home + "/app/" + jar.getFileName())
          .sorted()
          .collect(Collectors.joining(":"));
    }
  }

  private static int await(Process process) throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("a program of the packaging does not end");
    }
    return process.exitValue();
  }

  /**
   * What the script verifies: lists of all files with their digests, one kind or the other.
   *
   * @param b2 digest of the list of BLAKE2b digests
   * @param sha256 digest of the list of SHA-256 digests
   * @param files how many there are, the lists included
   */
  private record Lists(String b2, String sha256, int files) {}

  private Lists addLists() throws Exception {
    var b2 = new StringBuilder();
    var sha256 = new StringBuilder();
    var count = 2;
    try (var paths = Files.walk(image)) {
      for (var path : paths.filter(p -> !Files.isDirectory(p, NOFOLLOW_LINKS)).sorted().toList()) {
        var name = "  " + image.relativize(path) + "\n";
        var content = Files.readAllBytes(path);
        b2.append(Blake2b.hex(content)).append(name);
        sha256.append(sha256(content)).append(name);
        count++;
      }
    }
    Files.writeString(image.resolve("files.b2"), b2);
    Files.writeString(image.resolve("files.sha256"), sha256);
    return new Lists(
        Blake2b.hex(b2.toString().getBytes(UTF_8)),
        sha256(sha256.toString().getBytes(UTF_8)),
        count);
  }

  private void publish(Lists lists, byte[] payload) throws Exception {
    var template = Files.readString(sources.resolve("sh/agent-remote.sh"));
    var sha = sha256(joined(template.getBytes(UTF_8), payload)).substring(0, 12);
    var script =
        template
            .replace("@SHA@", sha)
            .replace("@B2@", lists.b2())
            .replace("@SHA256@", lists.sha256())
            .replace("@FILES@", Integer.toString(lists.files()))
            .replace("@CLASS_PATH@", classPathIn("$home"))
            .replace("@FLAGS@", String.join(" ", FLAGS));
    var width = "@SKIP@".length(); // the number takes the place of the word: its width is known
    var skip = String.format(Locale.ROOT, "%-" + width + "d", head(script).length + 1);
    publish(sha, suffix(), joined(head(script.replace("@SKIP@", skip)), payload));
  }

  /** A program where we can make one, else the script itself. */
  private static byte[] head(String script) {
    return suffix().equals("linux_x64")
        ? ElfHead.of(script)
        : ("#!/bin/sh\n" + script).getBytes(UTF_8);
  }

  private void publish(String sha, String suffix, byte[] content) throws Exception {
    var directory = Files.createDirectories(target.resolve("dist/agent-rs/remote"));
    var name = "agent-remote_" + sha + "_" + suffix;
    var binary = directory.resolve(name);
    Files.write(binary, content);
    binary.toFile().setExecutable(true, false);
    Files.writeString(directory.resolve(name + ".sha256"), sha256(content) + "\n");
    Files.writeString(directory.resolve("latest_" + suffix), sha + "\n");
    System.out.printf(Locale.ROOT, "%s: %.1f MB%n", name, content.length / 1e6);
  }

  private static String suffix() {
    var mac = System.getProperty("os.name").startsWith("Mac");
    var arch = System.getProperty("os.arch");
    var arm = arch.equals("aarch64") || arch.equals("arm64");
    return (mac ? "macos_" : "linux_") + (arm ? "arm64" : "x64");
  }

  private String inputsHash() throws Exception {
    var digest = MessageDigest.getInstance("SHA-256");
    var place = suffix() + Files.isDirectory(tools) + tools.getFileName();
    digest.update((Runtime.version() + place + timestamp).getBytes(UTF_8));
    var roots = new ArrayList<>(classPath);
    roots.add(sources);
    for (var root : roots) {
      try (var paths = Files.walk(root)) {
        for (var path : paths.filter(Files::isRegularFile).sorted().toList()) {
          digest.update(root.relativize(path).toString().getBytes(UTF_8));
          digest.update(Files.readAllBytes(path));
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (var paths = Files.walk(root)) {
      for (var path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
