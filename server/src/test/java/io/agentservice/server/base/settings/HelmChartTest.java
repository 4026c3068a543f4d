package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What deploy/helm says beside the code; helm itself reads it in e2e/helm/check.sh. */
class HelmChartTest {
  private static final Path DEPLOY = Path.of("..", "deploy");
  private static final Path CHART = DEPLOY.resolve("helm").resolve("agent");
  private static final Pattern VARIABLE = Pattern.compile("\\b(AGENT|AWS|OTEL)(_[A-Z0-9]+)+\\b");
  private static final Pattern VALUE = Pattern.compile("(?:\\.Values|\\$v)((?:\\.[a-zA-Z0-9]+)+)");

  /** Of the launcher, the log, and the library that speaks S3. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "AGENT_JAVA_OPTS", "AGENT_LOG_FORMAT", "AGENT_LOG_LEVEL", "AWS_SHARED_CREDENTIALS_FILE");

  /** Given by other values, by the image or by the pod; the rest is free to be set. */
  private static final Set<String> MADE_BY_THE_CHART =
      Set.of(
          "AGENT_HOME",
          "AGENT_PREPARED_HOME",
          "AGENT_BIND",
          "AGENT_PORT",
          "AGENT_BASE_URL",
          "AGENT_DATABASE_URL",
          "AGENT_DRAIN_SECONDS",
          "AGENT_LOG_LEVEL",
          "AGENT_GATEWAY_URL",
          "AGENT_SERVER_URL",
          "AGENT_TRUSTED_PROXIES",
          "AGENT_ATTACHMENT_STORE",
          "AGENT_OIDC_CLIENT_SECRET_FILE",
          "AWS_ENDPOINT_URL_S3",
          "AWS_REGION",
          "AWS_ACCESS_KEY_ID");

  @Test
  void everyVariableThatItSetsIsReadByServersOrWorkers() throws IOException {
    var known = new TreeSet<>(OF_OTHERS);
    Settings.reference().stream().map(Setting::name).forEach(known::add);
    known.addAll(variables(Files.readString(Path.of("..", "docs", "worker.md"))));
    var named = variables(templates());

    assertThat(named).hasSizeGreaterThan(20);
    for (var name : named) {
      assertThat(known.contains(name) || known.contains(name.replaceFirst("_FILE$", "")))
          .as(name)
          .isTrue();
    }
  }

  @Test
  void itsSchemaAllowsEverySettingButSecretsAndWhatOtherValuesMake() throws IOException {
    var free =
        Settings.reference().stream()
            .filter(setting -> !setting.secret())
            .map(Setting::name)
            .filter(name -> !MADE_BY_THE_CHART.contains(name))
            .toList();

    var allowed = properties(properties(schema()).object("server")).object("settings");
    assertThat(properties(allowed).fields().keySet())
        .as("properties.server.properties.settings of values.schema.json")
        .containsExactlyInAnyOrderElementsOf(free);
    assertThat(allowed.fields()).containsEntry("additionalProperties", false);
  }

  @Test
  void everySecretThatAServerCanHaveComesFromAFileOfASecret() throws IOException {
    var files = Files.readString(CHART.resolve("templates").resolve("_helpers.tpl"));
    var secrets =
        Settings.reference().stream()
            .filter(Setting::secret)
            .map(Setting::name)
            .filter(name -> !name.startsWith("AWS_")) // in the file of credentials
            .filter(name -> !name.equals("AGENT_BOOTSTRAP_LEGACY_TOKEN"))
            .filter(
                name -> !name.equals("OTEL_EXPORTER_OTLP_TRACES_HEADERS")) // nothing else is sent
            .toList();

    assertThat(variables(files)).containsAll(secrets);
  }

  @Test
  void theSchemaHasTheNamesThatTheValuesHave() throws IOException {
    var schema = schema();

    assertThat(paths(values(), ""))
        .isEqualTo(
            schemaPaths(schema, schema, "").stream()
                .filter(path -> !path.matches("/(global|server/settings/.*|.*scale/(min|max))"))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void theTemplatesUseValuesThatThereAre() throws IOException {
    var known = new TreeSet<String>();
    for (var path : paths(values(), "")) {
      for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
        known.add(path.substring(1, end).replace('/', '.'));
      }
    }
    var used =
        VALUE
            .matcher(templates())
            .results()
            .map(found -> found.group(1).substring(1))
            .collect(Collectors.toSet());

    assertThat(used).hasSizeGreaterThan(30);
    assertThat(known).containsAll(used);
  }

  @Test
  void portsAreThoseOfTheProgram() throws IOException {
    var port =
        Settings.reference().stream()
            .filter(setting -> setting.name().equals("AGENT_PORT"))
            .findFirst()
            .orElseThrow()
            .defaultValue();

    assertThat(template("server.yaml"))
        .contains("{ name: AGENT_PORT, value: \"" + port + "\" }")
        .contains("{ name: http, containerPort: " + port + " }");
    assertThat(template("service.yaml")).contains("port: " + port + ", targetPort: http");
    assertThat(template("networkpolicy.yaml").split("port: " + port, -1)).hasSize(3);
    assertThat(template("_helpers.tpl")).contains(".svc:" + port);
  }

  @ParameterizedTest
  @CsvSource({
    "files/alerts.yml, prometheus/alerts.yml",
    "files/agent-service.json, grafana/agent-service.json"
  })
  void whatPrometheusAndGrafanaGetIsWhatOthersGet(String copy, String original) throws IOException {
    assertThat(CHART.resolve(copy)).hasSameTextualContentAs(DEPLOY.resolve(original));
  }

  @Test
  void itsVersionIsThatOfTheProgram() throws IOException {
    var pom = Files.readString(Path.of("..", "pom.xml"));
    var version = pom.replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");
    var chart = yaml("Chart.yaml");

    assertThat(chart.text("version")).isEqualTo(version);
    assertThat(chart.text("appVersion")).isEqualTo(version);
  }

  private static JsonObject values() throws IOException {
    return yaml("values.yaml");
  }

  private static JsonObject yaml(String name) throws IOException {
    Map<?, ?> read =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(CHART.resolve(name)));
    return JsonObject.ofMap(read);
  }

  private static JsonObject schema() throws IOException {
    return JsonObject.parse(Files.readString(CHART.resolve("values.schema.json")));
  }

  private static JsonObject properties(JsonObject schema) {
    return schema.object("properties");
  }

  /** Names of all values, such as {@code /image/tag}. */
  private static Set<String> paths(JsonObject values, String above) {
    var all = new TreeSet<String>();
    for (var name : values.fields().keySet()) {
      var path = above + "/" + name;
      boolean open = path.matches(".*/(labels|requests|limits|resources)");
      all.add(path);
      if (!open && values.fields().get(name) instanceof Map<?, ?>) {
        all.addAll(paths(values.object(name), path));
      }
    }
    return all;
  }

  private static Set<String> schemaPaths(JsonObject schema, JsonObject part, String above) {
    var all = new TreeSet<String>();
    var properties = properties(part);
    for (var name : properties.fields().keySet()) {
      var path = above + "/" + name;
      var below = properties.object(name);
      var reference = below.text("$ref");
      if (reference != null) {
        below = schema.object("definitions").object(reference.replaceFirst(".*/", ""));
      }
      all.add(path);
      all.addAll(schemaPaths(schema, below, path));
    }
    return all;
  }

  private static String templates() throws IOException {
    try (Stream<Path> files = Files.walk(CHART.resolve("templates"))) {
      var all = new StringBuilder();
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    }
  }

  private static String template(String name) throws IOException {
    return Files.readString(CHART.resolve("templates").resolve(name));
  }

  private static Set<String> variables(String text) {
    return VARIABLE
        .matcher(text)
        .results()
        .map(found -> found.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
