package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(200)
class PullRequestDetectorTest extends LoopScene {
  private static final String URL = "https://git.corp/o/r/pull/7";

  /** What the log says of pull requests after a command (which prints its own text) and an end. */
  private List<LoopEvent.PullRequestFound> found(String command, String summary) throws Exception {
    session.send("go");
    var script = new Script().bash("cat <<'EOF'\n" + command + "\n" + URL + "?a=b\nEOF");
    start(script.call("finish", json("summary", summary)));
    session.await(LoopEvent.Finished.class);
    return session.events(LoopEvent.PullRequestFound.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git push && gh pr create --fill",
        "glab mr create -t x",
        "git push -o merge_request.create origin HEAD",
        "curl -X POST -d @pr.json https://api.git.corp/repos/o/r/pulls",
        "gh api repos/o/r/pulls -f title=x"
      })
  void whatACommandOpenedIsTheSessionsOwn(String command) throws Exception {
    assertThat(found(command, "done")).containsExactly(new LoopEvent.PullRequestFound(URL, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"git push", "git -C repo push origin HEAD:x"})
  void whatACommandOnlyPushedToIsTakenOver(String command) throws Exception {
    assertThat(found(command, "done")).containsExactly(new LoopEvent.PullRequestFound(URL, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat README.md",
        "gh pr list",
        "curl https://api.git.corp/repos/o/r/pulls",
        "git log; pushd x"
      })
  void whatACommandOnlyShowsIsNone(String command) throws Exception {
    assertThat(found(command, "done")).isEmpty();
  }

  @Test
  void whatTheAgentNamesWhenItIsDoneIsFoundBeforeTheEnd() throws Exception {
    assertThat(found("true", "See https://git.corp/o/r/-/merge_requests/8#note"))
        .containsExactly(
            new LoopEvent.PullRequestFound("https://git.corp/o/r/-/merge_requests/8", false));
    assertThat(session.events().stream().map(LoopEvents::type))
        .containsSubsequence("tool_result", "pull_request", "finished");
  }
}
