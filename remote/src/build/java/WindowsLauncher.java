import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Makes the head of a Windows program that looks for a Java and starts the jar behind it, from the
 * object files of launch4j and with the linker that comes with them. What would go into launch4j's
 * own configuration stands here as the resources that its head reads.
 */
final class WindowsLauncher {
  private static final List<String> OBJECTS =
      List.of("w32api/crt2.o", "head/consolehead.o", "head/head.o");
  private static final List<String> LIBRARIES =
      List.of(
          "w32api/libmingw32.a",
          "w32api/libmingwex.a",
          "w32api/libgcc.a",
          "w32api/libmsvcrt.a",
          "w32api/libmoldname.a",
          "w32api/libkernel32.a",
          "w32api/libuser32.a",
          "w32api/libadvapi32.a",
          "w32api/libshell32.a");

  // Numbers of resources, see launch4j's RcBuilder.
  private static final int JRE_PATH = 1;
  private static final int JAVA_MIN_VERSION = 2;
  private static final int ERROR_TITLE = 10;
  private static final int JVM_OPTIONS = 12;
  private static final int WRAPPER = 17;
  private static final int REQUIRES_64_BIT = 29;
  private static final int STARTUP_ERROR = 101;
  private static final int NO_JAVA_ERROR = 102;
  private static final int OLD_JAVA_ERROR = 103;
  private static final int LAUNCHER_ERROR = 104;

  /** The head adds the version and "(64-bit)". */
  private static final String NEEDED =
      "no Java was found that fits; set AGENT_JAVA_HOME or JAVA_HOME to the directory of one, at"
          + " least";

  private final Path tools;
  private final Path work;

  /**
   * Uses and leaves files in a directory of its own.
   *
   * @param tools launch4j's, for this machine
   */
  WindowsLauncher(Path tools, Path work) {
    this.tools = tools;
    this.work = work;
  }

  /**
   * The bytes to put in front of the jar; the same for the same arguments.
   *
   * @param javaVersion the oldest Java that will do
   */
  byte[] head(String javaVersion, List<String> javaOptions) throws Exception {
    var script = Files.createDirectories(work).resolve("launcher.rc");
    var resources = work.resolve("launcher.o");
    var program = work.resolve("launcher.exe");
    Files.writeString(script, script(resources(javaVersion, javaOptions)), ISO_8859_1);
    run(
        List.of("windres", "--preprocessor=cat", "-J", "rc", "-O", "coff", "-F", "pe-i386"),
        List.of(script.toString(), resources.toString()));
    var link = new ArrayList<String>(OBJECTS);
    link.add(resources.toString());
    link.addAll(LIBRARIES);
    link.addAll(List.of("-o", program.toString()));
    run(
        List.of(
            "ld", "-mi386pe", "--oformat", "pei-i386", "--dynamicbase", "--nxcompat", "--no-seh",
            "--no-insert-timestamp", "--subsystem", "console", "-s"),
        link);
    return Files.readAllBytes(program);
  }

  /** The licences of what the head is made of; they go where it goes. */
  Map<String, byte[]> licences() throws IOException {
    return Map.of(
        "META-INF/licenses/launch4j.txt", Files.readAllBytes(tools.resolve("head/LICENSE.txt")),
        "META-INF/licenses/mingw.txt",
            Files.readAllBytes(tools.resolve("w32api/MinGW.LICENSE.txt")));
  }

  private static Map<Integer, String> resources(String javaVersion, List<String> javaOptions) {
    var all = new TreeMap<Integer, String>();
    all.put(JRE_PATH, "%AGENT_JAVA_HOME%;%JAVA_HOME%;%PATH%"); // then the registry
    all.put(JAVA_MIN_VERSION, javaVersion);
    all.put(REQUIRES_64_BIT, "true");
    all.put(JVM_OPTIONS, String.join(" ", javaOptions));
    all.put(WRAPPER, "true");
    all.put(ERROR_TITLE, "agent-remote");
    all.put(STARTUP_ERROR, "could not start Java");
    all.put(NO_JAVA_ERROR, NEEDED);
    all.put(OLD_JAVA_ERROR, NEEDED);
    all.put(LAUNCHER_ERROR, "the Java that was found is damaged or not to be started");
    return all;
  }

  private static String script(Map<Integer, String> resources) {
    return resources.entrySet().stream()
        .map(e -> e.getKey() + " RCDATA BEGIN \"" + escape(e.getValue()) + "\\0\" END\n")
        .collect(Collectors.joining("", "LANGUAGE 0, 1\n", ""));
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\"\"");
  }

  private void run(List<String> words, List<String> files) throws Exception {
    var program = tools.resolve("bin").resolve(words.getFirst());
    program.toFile().setExecutable(true); // the archive that it came in does not know of that
    var command = new ArrayList<String>();
    command.add(program.toString());
    command.addAll(words.subList(1, words.size()));
    command.addAll(files);
    var log = work.resolve("log");
    var process =
        new ProcessBuilder(command)
            .directory(tools.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException(words.getFirst() + " does not end");
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(words.getFirst() + ":\n" + Files.readString(log));
    }
  }
}
