package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two spellings of one field where one is null (completions.md 2, 4): in a POST that is absent. */
class AliasPairsIT extends OnOutpost {
  private ApiClient old;
  private int made;

  @BeforeEach
  void keyOfVersion2() {
    old = server.as(server.given().legacyKey(server.given().human(null, "account_admin"), org));
  }

  private ApiClient caller(String path) {
    return path.startsWith("/v1") ? member : path.startsWith("/v2") ? old : admin;
  }

  private String filled(String text) {
    return text.replace("SESSION", session())
        .replace("USER", server.given().human(org, "org_member").value())
        .replace("N#", "N" + org.value().substring(4) + ++made);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          knowledge/notes | "name":"n","body":"b" | trigger | trigger_description | "T" | /trigger
          playbooks | "body":"b" | name | title | "T" | /name
          playbooks | "title":"t" | instructions | body | "T" | /instructions
          secrets | "value":"v" | key | name | "N#" | /key
          secrets | "key":"N#","value":"v" | is_sensitive | sensitive | false | /is_sensitive
          schedules | "prompt":"p" | cron_schedule | frequency | "0 9 * * *" | /cron_schedule
          schedules | "prompt":"p","cron_schedule":"0 9 * * *" | is_enabled | enabled | false | /is_enabled
          schedules | "prompt":"p","cron_schedule":"0 9 * * *" | run_as_user_id | create_as_user_id | "USER" | /run_as_user_id
          schedules | "prompt":"p","schedule_type":"one_time","scheduled_at":"2126-01-01T00:00:00Z" | target_agent_id | target_devin_id | "SESSION" | /target_agent_id
          sessions | "prompt":"p" | agent_mode | devin_mode | "fast" | /agent_mode
          /v1/knowledge | "name":"n","body":"b" | trigger_description | trigger | "T" | /trigger_description
          /v1/secrets | "value":"v" | key | name | "N#" |
          /v2/enterprise/organizations | | display_name | name | "N#" | /org_name
          /v2/enterprise/organizations | | display_name | org_name | "N#" | /org_name
          /v2/enterprise/organizations | | name | org_name | "N#" | /org_name
          /v2/enterprise/organizations | "name":"N#" | acu_limit | max_cycle_acu_limit | 7 | /max_cycle_acu_limit
          """)
  void aNullSpellingBesideTheOtherIsAbsent(
      String all, String others, String one, String other, String value, String shown) {
    String path = all.startsWith("/") ? all : path(all);
    for (String form :
        new String[] {
          "{%1$s\"%2$s\":null,\"%3$s\":%4$s}",
          "{%1$s\"%3$s\":%4$s,\"%2$s\":null}",
          "{%1$s\"%3$s\":null,\"%2$s\":%4$s}",
          "{%1$s\"%2$s\":%4$s,\"%3$s\":null}"
        }) {
      String wanted = filled(value);
      String before = others == null ? "" : filled(others) + ",";
      String body = form.formatted(before, one, other, wanted);
      var made = caller(path).post(path, body);
      assertThat(made.status()).as("%s -> %s", body, made.body()).isIn(200, 201);
      if (shown != null) {
        assertThat(made.text(shown)).isEqualTo(wanted.replace("\"", ""));
      }
    }
  }

  @Test
  void whatIsMissingIsNamedOnceAndAsItWasSent() {
    String notes = path("knowledge/notes");
    String note = "{\"name\":\"n\",\"body\":\"b\"%s}";
    admin.post(notes, note.formatted("")).invalid("body.trigger missing");
    admin
        .post(notes, note.formatted(",\"trigger_description\":null"))
        .invalid("body.trigger_description missing");
    admin
        .post(notes, note.formatted(",\"trigger\":null,\"trigger_description\":null"))
        .invalid("body.trigger missing");
    admin
        .post(notes, note.formatted(",\"trigger\":\"a\",\"trigger_description\":7"))
        .invalid("body.trigger_description alias_conflict");
    member.post("/v1/knowledge", note.formatted(",\"trigger\":7")).invalid("body.trigger type");
    member
        .post("/v1/knowledge", note.formatted(",\"trigger\":null"))
        .invalid("body.trigger missing");
    old.post("/v2/enterprise/organizations", "{\"org_name\":null}")
        .invalid("body.org_name missing");
    admin
        .post(path("sessions?devin_id=x"), json("prompt", "p"))
        .invalid("query.devin_id unknown_reference");
    admin
        .post(path("sessions"), json("prompt", "p", "devin_mode", "x"))
        .invalid("body.devin_mode enum");
  }

  @Test
  void inAPutNullClearsOrIsRefusedAndSoConflicts() {
    String notes = path("knowledge/notes");
    String note = json("name", "n", "body", "b", "trigger", "t");
    String one = notes + "/" + admin.post(notes, note).ok().text("/note_id");
    admin
        .put(one, note.replace("}", ",\"trigger_description\":null}"))
        .invalid("body.trigger_description alias_conflict");
    admin.put(one, note.replace("\"t\"", "null")).invalid("body.trigger missing");
  }
}
