package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What deploy/compose says, by itself and beside the code; e2e/release/compose.sh runs it. */
class ComposeFileTest {
  private static final Path DIRECTORY = Path.of("..", "deploy", "compose");
  private static final String SECRETS = "/run/secrets/";
  private static final Pattern SECRET_NAME =
      Pattern.compile(".*(KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL|CREDENTIALS)");

  /** Only as a file: the library that speaks S3 knows this name, not a setting of ours. */
  private static final String LIBRARYS = "AWS_SHARED_CREDENTIALS_FILE";

  @TempDir private Path place;

  @Test
  void theServersAreGivenSettingsThatTheCodeReads() throws IOException {
    var known = Settings.reference().stream().map(Setting::name).collect(Collectors.toSet());
    var given = new TreeSet<String>();
    for (var server : List.of("server-1", "server-2")) {
      for (var name : services().object(server).object("environment").fields().keySet()) {
        given.add(name.replaceFirst("_FILE$", ""));
      }
    }
    given.remove(LIBRARYS.replaceFirst("_FILE$", ""));

    assertThat(known).containsAll(given);
  }

  @Test
  void bothServersAreEqualSoThatEitherMayBeLost() throws IOException {
    assertThat(services().object("server-1")).isEqualTo(services().object("server-2"));
  }

  @Test
  void everyServiceIsSealedAndBounded() throws IOException {
    for (var service : each().entrySet()) {
      var what = service.getValue();
      assertThat(what.isTrue("read_only")).as("read_only of %s", service.getKey()).isTrue();
      assertThat(what.list("cap_drop")).as(service.getKey()).containsExactly("ALL");
      assertThat(what.list("security_opt")).as(service.getKey()).contains("no-new-privileges");
      assertThat(what.fields()).as(service.getKey()).containsKeys("mem_limit", "pids_limit");
      assertThat(what.object("logging").object("options").text("max-size"))
          .as("size of the log of %s", service.getKey())
          .isNotNull();
      assertThat(what.fields()).as(service.getKey()).doesNotContainKey("privileged");
    }
  }

  @Test
  void whatServesIsStartedAgainAndAskedHowItIs() throws IOException {
    var serving = Set.of("server-1", "server-2", "balancer", "database", "store", "worker");
    for (var service : each().entrySet()) {
      boolean serves = serving.contains(service.getKey());
      var restart = service.getValue().text("restart");
      assertThat("unless-stopped".equals(restart)).as(service.getKey()).isEqualTo(serves);
      assertThat(service.getValue().object("healthcheck").list("test").isEmpty())
          .as("a health check of %s", service.getKey())
          .isEqualTo(!serves);
    }
  }

  @Test
  void onlyTheBalancerIsPublishedAndTheDataHaveANetworkOfTheirOwn() throws IOException {
    for (var service : each().entrySet()) {
      assertThat(service.getValue().fields().containsKey("ports"))
          .as("ports of %s", service.getKey())
          .isEqualTo(service.getKey().equals("balancer"));
    }
    assertThat(services().object("database").list("networks")).containsExactly("data");
    assertThat(services().object("store").list("networks")).containsExactly("data");
    assertThat(services().object("worker").list("networks")).containsExactly("work");
    assertThat(compose().object("networks").object("data").isTrue("internal")).isTrue();
  }

  @Test
  void noSecretStandsInTheEnvironmentOfAService() throws IOException {
    for (var service : each().entrySet()) {
      var variables = service.getValue().object("environment");
      for (var name : variables.fields().keySet()) {
        assertThat(name).as("a variable of %s", service.getKey()).doesNotMatch(SECRET_NAME);
        var value = String.valueOf(variables.text(name));
        if (value.startsWith(SECRETS)) {
          assertThat(service.getValue().list("secrets"))
              .as("secrets of %s", service.getKey())
              .contains(value.substring(SECRETS.length()));
        }
      }
    }
  }

  @Test
  void theBalancersFileTakesOnlyVariablesThatItsContainerHas() throws IOException {
    var used =
        Pattern.compile("\\{\\$(\\w+)")
            .matcher(Files.readString(DIRECTORY.resolve("Caddyfile")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());

    assertThat(services().object("balancer").object("environment").fields().keySet())
        .containsAll(used)
        .isNotEmpty();
  }

  @Test
  void prepareMakesEverySecretAndValueThatIsNeeded() throws Exception {
    var said = prepare(0, "https://agent.example.com:8443");

    var secrets = compose().object("secrets");
    for (var name : secrets.fields().keySet()) {
      var file = place.resolve(secrets.object(name).required("file"));
      assertThat(file).as(name).isRegularFile();
      assertThat(mode(file)).isEqualTo("r--r--r--");
      for (var secret : Files.readString(file).split("\\s+", -1)) {
        assertThat(secret.length() < 20 || !said.contains(secret))
            .as("it prints no secret")
            .isTrue();
      }
    }
    assertThat(mode(place.resolve("secrets"))).isEqualTo("rwx------");
    assertThat(mode(place.resolve(".env"))).isEqualTo("rw-------");
    assertThat(Files.readAllLines(place.resolve(".env")))
        .contains(
            "AGENT_URL=https://agent.example.com:8443",
            "AGENT_DOMAIN=agent.example.com",
            "AGENT_PORT=8443");
    assertThat(Settings.read(secretsAsSettings()).installation().store().masterKey()).isNotNull();
  }

  @Test
  void prepareLeavesWhatIsThereAsItIs() throws Exception {
    prepare(0, "https://agent.example.com");
    var before = contents();

    assertThat(prepare(0)).isEmpty();
    assertThat(prepare(2, "https://other.example.com")).contains("another address");
    assertThat(contents()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent.example.com",
        "http://agent.example.com",
        "https://",
        "https://agent.example.com/path",
        "https://agent.example.com:",
        "https://agent.example.com:x",
        "https://a b",
        "https://localhost",
        "https://127.0.0.1"
      })
  void prepareRefusesWhatIsNoAddressForAll(String address) throws Exception {
    assertThat(prepare(2, address)).startsWith("prepare: ");
    assertThat(place.resolve("secrets")).doesNotExist();
  }

  private static JsonObject compose() throws IOException {
    Map<?, ?> read =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(DIRECTORY.resolve("compose.yaml")));
    return JsonObject.ofMap(read);
  }

  private static JsonObject services() throws IOException {
    return compose().object("services");
  }

  private static Map<String, JsonObject> each() throws IOException {
    var all = new TreeMap<String, JsonObject>();
    var services = services();
    services.fields().keySet().forEach(name -> all.put(name, services.object(name)));
    return all;
  }

  /** What the servers would read from the files of secrets. */
  private Map<String, String> secretsAsSettings() throws IOException {
    var values = new TreeMap<String, String>();
    var variables = services().object("server-1").object("environment");
    for (var name : variables.fields().keySet()) {
      var value = variables.required(name);
      if (name.endsWith("_FILE") && !name.equals(LIBRARYS)) {
        var secret = place.resolve("secrets").resolve(value.substring(SECRETS.length()));
        values.put(name.replaceFirst("_FILE$", ""), Files.readString(secret).strip());
      }
    }
    return values;
  }

  /** Runs it in a copy. */
  private String prepare(int expected, String... words) throws Exception {
    var script = place.resolve("prepare");
    if (!Files.exists(script)) {
      Files.copy(DIRECTORY.resolve("prepare"), script);
    }
    var command = Stream.concat(Stream.of("sh", script.toString()), Stream.of(words)).toList();
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(expected);
    return said;
  }

  private Map<String, String> contents() throws IOException {
    try (var files = Files.walk(place)) {
      var all = new TreeMap<String, String>();
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.put(place.relativize(file).toString(), Files.readString(file));
      }
      return all;
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
