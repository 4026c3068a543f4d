package io.agentservice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.CommandFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptsTest {

  @Test
  void aDashStandsForAllOfStandardInput() {
    var text = "gr\u00fcn\n".repeat(200_000); // more than any argument may have
    var input = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    assertThat(Prompts.read("prompt", "-", input)).isEqualTo(text);
    assertThat(Prompts.read("prompt", "- a list", input)).isEqualTo("- a list");
  }

  @Test
  void nothingToDoIsWrongUsage() {
    assertThatThrownBy(() -> Prompts.read("message", " \n", InputStream.nullInputStream()))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("the message is empty");
    assertThatThrownBy(() -> Prompts.read("prompt", "-", InputStream.nullInputStream()))
        .hasMessage("the prompt is empty");
  }

  @Test
  void aFileIsReadAsTextOfABoundedSize(@TempDir Path directory) throws IOException {
    var file = directory.resolve("list.json");
    Files.writeString(file, "gr\u00fcn");
    assertThat(Prompts.file(file.toString())).isEqualTo("gr\u00fcn");
    Files.write(file, new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(() -> Prompts.file(file.toString()))
        .hasMessage(file + " is no text in UTF-8");
    assertThatThrownBy(() -> Prompts.file("/dev/zero"))
        .hasMessage("/dev/zero holds more than 16 MiB");
    assertThatThrownBy(() -> Prompts.file(directory.resolve("none").toString()))
        .hasMessage("there is no file " + directory.resolve("none"));
  }
}
