package io.agentservice.server.agent.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.session.CheckoutPlan.Author;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.parts.Requester;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckoutPlansTest {
  private static Author coAuthor(Map<String, String> settings, String userId) {
    var plans =
        new CheckoutPlans(
            null,
            Settings.read(settings).content().checkouts(),
            (_, user) -> Author.of("Name of " + user, user + "@example.com"));
    var scope = new Scope(new AccountId("account-1"), new OrgId("org-1"));
    var requester = new Requester(userId, null, null, "api", null, null, false);
    return plans.of(scope, List.of(), requester).coAuthor();
  }

  @Test
  void commitsNameTheHumanWhoAsked() {
    assertThat(coAuthor(Map.of(), "user-1").line())
        .isEqualTo("Name of user-1 <user-1@example.com>");
    assertThat(coAuthor(Map.of(), null)).isNull();
    assertThat(coAuthor(Map.of("AGENT_GIT_CO_AUTHOR", "false"), "user-1")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "Ada Lovelace, ada@example.com, Ada Lovelace <ada@example.com>",
    ", ada@example.com, ada@example.com <ada@example.com>",
    "'<>', ada@example.com, ada@example.com <ada@example.com>",
    "'Ada\nEvil: <x>', ada@example.com, Ada Evil:  x <ada@example.com>",
    "Ada, ,",
    "Ada, 'a b@example.com',",
    "Ada, 'a>@example.com',"
  })
  void aNameIsWhatGitTakes(String name, String email, String line) {
    var author = Author.of(name, email);
    assertThat(author == null ? null : author.line()).isEqualTo(line);
  }
}
