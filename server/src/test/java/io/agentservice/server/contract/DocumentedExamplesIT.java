package io.agentservice.server.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of docs/api say what works: each is run as a person would who copies it. */
class DocumentedExamplesIT extends OnOrganization {
  private static final Path PAGES = Path.of("..", "docs", "api");
  private static final Path HEAD = PAGES.resolve("README.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```$");

  @TempDir private Path directory;

  static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("README.md"))
          .sorted()
          .toList();
    }
  }

  private static String blocks(Path page) throws IOException {
    return BLOCK
        .matcher(Files.readString(page))
        .results()
        .map((MatchResult block) -> block.group(1))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyExampleOfAPageWorks(String page) throws Exception {
    var said = Files.createFile(directory.resolve("said"));
    var script = directory.resolve("script");
    Files.writeString(
        script, "set -euo pipefail\n" + blocks(HEAD) + blocks(PAGES.resolve(page)), UTF_8);
    var builder =
        new ProcessBuilder("bash", script.toString())
            .directory(directory.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    var human = server.given().human(org, "org_member");
    builder.environment().put("AGENT_API_URL", server.address());
    builder.environment().put("AGENT_API_KEY", TestServer.ADMIN_KEY);
    builder.environment().put("AGENT_PERSONAL_TOKEN", server.given().personalToken(human));
    var boss = server.given().human(null, "account_admin");
    builder.environment().put("AGENT_ADMIN_LEGACY_KEY", server.given().legacyKey(boss, org));
    builder.environment().put("ORG", org.value());
    assumeTrue(isThere("jq") && isThere("curl"), "curl or jq is not installed");
    var process = builder.start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
  }

  private boolean isThere(String program) throws Exception {
    return new ProcessBuilder("bash", "-c", "command -v " + program)
            .redirectOutput(directory.resolve("which").toFile())
            .start()
            .waitFor()
        == 0;
  }

  @Test
  void theFirstPageNamesEveryOther() throws IOException {
    String head = Files.readString(HEAD);
    assertThat(pages())
        .isNotEmpty()
        .allSatisfy(page -> assertThat(head).contains("(" + page + ")"));
  }
}
