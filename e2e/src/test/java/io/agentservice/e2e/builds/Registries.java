package io.agentservice.e2e.builds;

import io.agentservice.e2e.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Where this machine's tools fetch packages, as the tools themselves say, and the settings that a
 * session needs for that: its home is empty, so that it has none of the user's files.
 *
 * @param hosts of all registries, for a network policy
 * @param settings a shell file that sets the variables, read in the directory of a project
 */
record Registries(Set<String> hosts, String settings) {
  /** Of this machine's user; a project gets a copy, as nothing else of the home is seen. */
  private static final Path MAVEN = Path.of(System.getProperty("user.home"), ".m2", "settings.xml");

  private static final String COPY_OF_MAVEN = "maven-settings.xml";

  private static final Pattern HOST =
      Pattern.compile("https?://(?:[^@/\\s\"']*@)?([A-Za-z0-9.-]+)");

  /** Certificates, and what people set for package managers by variables. */
  private static final Pattern HANDED_ON =
      Pattern.compile(
          "(PIP|UV|CARGO_(HTTP|NET|REGISTRIES|SOURCE)|npm_config|COMPOSER|BUNDLE)_\\w+"
              + "|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO|SSL_CERT_\\w+");

  /** What npm knows of the machine, besides where packages are. */
  private static final List<String> NPM = List.of("registry", "nodedir", "cafile");

  private static final List<String> GO =
      List.of("GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOFLAGS", "GOTOOLCHAIN");

  /** What this machine has; tools that are not there are left out. */
  static Registries ofThisMachine(Path scratch) throws IOException {
    var variables = new TreeMap<String, String>();
    System.getenv()
        .forEach((name, value) -> {
          if (HANDED_ON.matcher(name).matches()) {
            variables.put(name, value);
          }
        });
    var addresses = new StringBuilder();
    node(variables);
    python(variables, addresses);
    for (var name : GO) {
      putIfSaid(variables, name, said("go env " + name));
    }
    addresses.append(' ').append(said("go env GOSUMDB").replaceFirst("^(?!https?://)", "https://"));
    cargo(scratch, addresses);
    maven(variables, addresses);
    tools(variables);
    addresses.append(' ').append(String.join(" ", variables.values()));
    var hosts = new TreeSet<String>();
    HOST.matcher(addresses).results().forEach(found -> hosts.add(found.group(1)));
    hosts.remove("localhost");
    return new Registries(Set.copyOf(hosts), shell(variables));
  }

  private static void node(Map<String, String> variables) throws IOException {
    for (var name : NPM) {
      putIfSaid(variables, "npm_config_" + name, said("npm config get " + name));
    }
  }

  /** Files of packages may lie at another host than their list. */
  private static void python(Map<String, String> variables, StringBuilder addresses)
      throws IOException {
    putIfSaid(variables, "PIP_INDEX_URL", said("pip config get global.index-url"));
    var index = variables.get("PIP_INDEX_URL");
    if (index == null) {
      index =
          said("python3 -c 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)'")
              .strip();
    } else {
      variables.putIfAbsent("UV_DEFAULT_INDEX", index);
    }
    addresses.append(' ').append(index).append(' ');
    addresses.append(said("curl -fsS -m 20 '" + index + "/six/'"));
  }

  /** Cargo names the directories of its index and of downloads when it has fetched something. */
  private static void cargo(Path scratch, StringBuilder addresses) throws IOException {
    var project = Files.createDirectories(scratch.resolve("cargo/src")).getParent();
    Files.writeString(project.resolve("src/lib.rs"), "");
    Files.writeString(
        project.resolve("Cargo.toml"),
        "[package]\nname='a'\nversion='1.0.0'\nedition='2021'\n[dependencies]\nitoa='1'\n");
    var home = project.resolve("home");
    addresses.append(
        said(
            """
            cd '%s' && CARGO_HOME='%s' cargo fetch -q; for index in '%s'/registry/index/*; do
            echo "https://$(basename "$index" | sed 's/-[0-9a-f]*$//')"; cat "$index/config.json"; done
            """
                .formatted(project, home, home)));
  }

  private static void maven(Map<String, String> variables, StringBuilder addresses)
      throws IOException {
    var said = Programs.read(MAVEN);
    var mirror =
        Pattern.compile("<mirror>.*?<url>\\s*(\\S+?)\\s*</url>", Pattern.DOTALL).matcher(said);
    String url;
    if (mirror.find()) {
      url = mirror.group(1);
    } else {
      url =
          said("""
          home=$(mvn -v | sed -n 's/^.*Maven home: //p')
          unzip -p "$(ls "$home"/lib/maven-model-builder-*.jar | head -n 1)" org/apache/maven/model/pom-4.0.0.xml |
          sed -n 's:.*<url>\\(.*\\)</url>.*:\\1:p' | head -n 1
          """)
              .strip();
    }
    variables.put("MAVEN_REPOSITORY", url);
    addresses.append(' ').append(url);
  }

  /** Of programs that are installed in the user's home. */
  private static void tools(Map<String, String> variables) {
    var home = Path.of(System.getProperty("user.home"));
    Map.of("RUSTUP_HOME", ".rustup", "PYENV_ROOT", ".pyenv")
        .forEach((name, directory) -> {
          if (Files.isDirectory(home.resolve(directory))) {
            variables.put(name, home.resolve(directory).toString());
          }
        });
  }

  private static void putIfSaid(Map<String, String> variables, String name, String value) {
    var word = value.strip();
    if (!word.isEmpty() && !word.equals("undefined") && !word.equals("null")) {
      variables.put(name, word);
    }
  }

  private static String shell(Map<String, String> variables) {
    var text = new StringBuilder();
    text.append(
        "export MAVEN_SETTINGS=; if [ -e %1$s ]; then MAVEN_SETTINGS=\"-s $PWD/%1$s\"; fi\n"
            .formatted(COPY_OF_MAVEN));
    // Java knows the home of the user, not that of the session that these have here.
    text.append("export JAVA_TOOL_OPTIONS=\"${JAVA_TOOL_OPTIONS-} -Duser.home=$HOME\"\n");
    variables.forEach((name, value) ->
        text.append("export %s='%s'\n".formatted(name, value.replace("'", "'\\''"))));
    return text.toString();
  }

  /** Puts the settings into the copy of a project. */
  void writeTo(Path copy) throws IOException {
    Files.writeString(copy.resolve("settings"), settings);
    if (Files.exists(MAVEN)) {
      Files.copy(MAVEN, copy.resolve(COPY_OF_MAVEN));
    }
  }

  /** What a command prints; nothing when it fails. */
  private static String said(String command) throws IOException {
    var process =
        new ProcessBuilder("bash", "-c", command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    try (var output = process.inputReader()) {
      var text = output.readAllAsString();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0 ? text : "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    } finally {
      process.destroyForcibly();
    }
  }
}
