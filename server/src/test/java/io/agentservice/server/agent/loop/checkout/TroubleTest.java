package io.agentservice.server.agent.loop.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person is told of git's last words. */
class TroubleTest {
  @ParameterizedTest
  @CsvSource({
    "fatal: unable to write: No space left on device,                       disk_full",
    "error: file write error: Disk quota exceeded,                          disk_full",
    "fatal: could not create work tree dir 'x': Read-only file system,      no_right_to_write",
    "remote: The git host h answered 503,                                   host_down",
    "fatal: remote error: The git host h takes no more requests for now,    host_down",
    "remote: The git host h refuses the token of the git connection,        sign_in",
    "remote: The git host h does not let the git connection do this,        forbidden",
    "remote: The git host h shows the git connection no repository o/r,     not_found",
    "remote: The git host h shows o/r to nobody without a credential,       sign_in",
    "fatal: the remote end hung up unexpectedly,                            host_down",
    "fatal: something that nobody has seen before,                          git_failed"
  })
  void whatGitAndTheServiceSayIsTold(String said, String code) {
    int status = Map.of("host_down", 502, "not_found", 404).getOrDefault(code, 403);
    var then =
        "fatal: unable to access 'http://h/o/r/': The requested URL returned error: " + status;
    var lines = said.startsWith("remote: ") ? List.of(said, then) : List.of(said);
    assertThat(Trouble.of(lines).code()).isEqualTo(code);
  }
}
