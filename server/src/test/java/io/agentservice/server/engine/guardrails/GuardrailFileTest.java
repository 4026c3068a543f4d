package io.agentservice.server.engine.guardrails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.engine.guardrails.Guardrail.Rule;
import io.agentservice.server.engine.guardrails.Guardrail.Where;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardrailFileTest {
  private static final String ORG = "org-" + "1".repeat(32);

  @TempDir private Path directory;

  private List<Guardrail> read(String text) throws IOException {
    var file = directory.resolve("rules.yaml");
    Files.writeString(file, text);
    return GuardrailFile.read(file);
  }

  @Test
  void rulesAreReadInTheirOrderWithTheirDefaults() throws IOException {
    var rules =
        read(
            """
            guardrails:
              - id: no-force
                name: No force pushes
                type: command
                pattern: 'push .*--force'
                action: blocked
                reason: history is shared
              - id: polite
                name: Polite words
                type: content
                where: [agent_messages]
                question: Is the text rude?
                threshold: 0.9
                on_failure: block
                action: warned
                organizations: [%s]
            """
                .formatted(ORG));
    assertThat(rules).extracting(Guardrail::id).containsExactly("no-force", "polite");
    assertThat(rules.getFirst().where()).containsExactly(Where.COMMANDS);
    assertThat(((Rule.Matches) rules.getFirst().rule()).pattern().matches("push x --force"))
        .isTrue();
    assertThat(rules.getLast().rule()).isEqualTo(new Rule.Asks("Is the text rude?", 0.9, true));
    assertThat(Guardrail.of(new OrgId(ORG), rules)).hasSize(2);
    assertThat(Guardrail.of(new OrgId("org-" + "2".repeat(32)), rules))
        .extracting(Guardrail::id)
        .containsExactly("no-force");
  }

  @Test
  void aLineBreakIsNoWayAroundAPattern() throws IOException {
    String rule =
        "guardrails: [{id: a, name: A, type: command, pattern: '^rm .*-rf$', action: logged}]";
    var pattern = ((Rule.Matches) read(rule).getFirst().rule()).pattern();
    assertThat(pattern.matcher("cd /\nrm \\\n  -rf\nls").find()).isTrue();
  }

  @Test
  void jsonIsReadToo() throws IOException {
    assertThat(
            read(
                """
                {"guardrails": [{"id": "a", "name": "A", "type": "prompt", "pattern": "x", "action": "logged"}]}
                """))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pattern: '(a'                     | line 5: pattern is no pattern that can be matched in linear time (RE2)
          pattern: '(?=a)b'                 | line 5: pattern is no pattern that can be matched in linear time (RE2)
          patern: a                         | line 5: patern is unknown
          question: why, pattern: a        | pattern or question is needed: one of them
          pattern: a, threshold: 0.5        | line 5: threshold goes with a question only
          question: why, threshold: 2      | line 5: threshold should be a number from 0 to 1
          question: why, on_failure: maybe | line 5: on_failure should be one of [allow, block]
          pattern: a, where: [shell]        | where should be one of [user_messages, agent_messages, commands]
          pattern: a, organizations: [x]    | organizations takes ids of organizations, not x
          pattern: a, pattern: b            | pattern stands there twice
          pattern: ''                       | line 5: pattern should have 1 to 2000 characters
          pattern: [                        | line
          """)
  void whatIsWrongIsToldWithItsLine(String fields, String fault) {
    assertThatThrownBy(() ->
            read(
                """
                guardrails:
                  - { id: a,
                      name: A,
                      type: command, action: blocked,
                      %s }
                """
                    .formatted(fields)))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("AGENT_GUARDRAILS_FILE: ")
        .hasMessageContaining(fault);
  }

  @Test
  void aFileThatIsNotThereOrHasTwoRulesOfOneIdIsRefused() {
    assertThatThrownBy(() -> GuardrailFile.read(directory.resolve("none.yaml")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("none.yaml can't be read");
    String rule = "  - {id: a, name: A, type: prompt, pattern: x, action: logged}\n";
    assertThatThrownBy(() -> read("guardrails:\n" + rule + rule))
        .hasMessageContaining("line 3: id is that of another guardrail: a");
    assertThatThrownBy(() -> read("")).hasMessageContaining("line 1: should be an object");
  }
}
