package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.server.testing.GeneratedPart;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The settings in docs/operations.md are those that the server reads. */
class OperationsDocTest {
  private static final GeneratedPart PART =
      new GeneratedPart("operations.md", "settings", OperationsDocTest.class);

  @Test
  void theTableOfSettingsIsTheOneOfTheCode() throws IOException {
    PART.mustBe(table());
  }

  private static String table() {
    return Settings.reference().stream()
        .map(OperationsDocTest::row)
        .collect(
            Collectors.joining(
                "\n", "| Setting | Default | Reload | Meaning |\n|---|---|---|---|\n", "\n"));
  }

  private static String row(Setting setting) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            setting.name(),
            cell(setting.defaultValue()),
            setting.reloadable() ? "yes" : "",
            cell(setting.meaning()));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
