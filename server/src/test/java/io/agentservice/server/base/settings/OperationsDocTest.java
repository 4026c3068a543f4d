package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.settings.reading.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The settings in docs/operations.md are those that the server reads. */
class OperationsDocTest {
  private static final Path FILE = Path.of("..", "docs", "operations.md");
  private static final String BEGIN =
      "<!-- settings: written by OperationsDocTest, see docs/development.md -->\n";
  private static final String END = "<!-- end of settings -->";

  @Test
  void theTableOfSettingsIsTheOneOfTheCode() throws IOException {
    String text = Files.readString(FILE);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END);
    if (System.getProperty("updateDocs") != null) {
      Files.writeString(FILE, text.substring(0, from) + table() + text.substring(to));
      return;
    }
    assertThat(text.substring(from, to))
        .as("docs/operations.md is stale; docs/development.md says how to write it anew")
        .isEqualTo(table());
  }

  private static String table() {
    return Settings.reference().stream()
        .map(OperationsDocTest::row)
        .collect(
            Collectors.joining("\n", "| Setting | Default | Meaning |\n|---|---|---|\n", "\n"));
  }

  private static String row(Setting setting) {
    return "| `%s` | %s | %s |"
        .formatted(setting.name(), cell(setting.defaultValue()), cell(setting.meaning()));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
