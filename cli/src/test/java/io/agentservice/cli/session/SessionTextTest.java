package io.agentservice.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.sessions.Session;
import io.agentservice.wire.json.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTextTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{'status':'suspended','status_detail':'user_request','outcome':'finished'} | finished, asleep",
        "{'status':'suspended','status_detail':'inactivity','outcome':'asks'} | waits for your answer, asleep",
        "{'status':'suspended','status_detail':'error','outcome':'failed'} | failed, asleep",
        "{'status':'suspended','status_detail':'user_request','outcome':'stopped'} | suspended (user_request)",
        "{'status':'suspended','outcome':'none','wait':{'for':'time','until':1000000000}} | asleep until 2001-09-09T01:46:40Z",
        "{'status':'suspended','outcome':'none','wait':{'for':'message','until':1000000000}} | asleep until you write, or 2001-09-09T01:46:40Z",
        "{'status':'suspended','status_detail':'inactivity','wait':null} | suspended (inactivity)",
        "{'status':'suspended','status_detail':'inactivity'} | suspended (inactivity)",
        "{'status':'running','status_detail':'finished','outcome':'finished'} | running (finished)",
        "{'status':'new','waits_for':'machine','queue_position':3} | new, waits for a machine, number 3",
        "{'status':'new','waits_for':'outpost'} | new, no outpost for it",
        "{'status':'claimed','waits_for':'connection'} | claimed, its machine starts"
      })
  void aSessionsStateIsToldInWords(String session, String words) {
    assertThat(
            SessionText.status(
                Session.of(
                    JsonObject.parse(
                        session
                            .replaceFirst("\\{", "{'session_id':'agent-1',")
                            .replace('\'', '"')))))
        .isEqualTo(words);
  }
}
