package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
}
