package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import org.junit.jupiter.api.Test;

/** What a session had changed when its last turn ended, where its machine is away. */
class StoredReviewIT extends OnReview {
  @Test
  void withoutAMachineTheStoredPatchOfAllIsShown() throws Exception {
    var remote = remote();
    remote.socket.abort();
    stored(".", attachment());

    var list = admin.get(here("changes")).ok();
    assertThat(list.text("/state")).isEqualTo("stored");
    assertThat(list.text("/reason")).isEqualTo("machine_away");
    assertThat(list.at("/repos/0/files"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                [{"path": "x.txt", "old_path": null, "status": "added", "additions": 2, "deletions": 0,
                  "binary": false, "generated": false, "patch_bytes": %d}]
                """
                    .formatted(PATCH.length())));
    var patch = admin.get(here("changes/patch")).ok();
    assertThat(patch.body()).isEqualTo(PATCH);
    assertThat(patch.header("Agent-Changes")).isEqualTo("stored");
    var other = admin.get(here("changes?from=head")).ok();
    assertThat(other.text("/state")).isEqualTo("none");
    assertThat(other.text("/reason")).isEqualTo("machine_away");
    admin.get(here("changes/patch?from=head")).refused(409, "machine_away");
  }

  @Test
  void ofSeveralStoredPatchesThoseThatAreThereNameTheirRepositories() throws Exception {
    var remote = remote();
    remote.socket.abort();
    stored("web", attachment());
    stored("lib", attachment());
    stored("gone", "attachment-" + "0".repeat(32));

    var list = admin.get(here("changes")).ok();
    assertThat(list.each("/repos", "/path")).containsExactly("web", "lib");
    assertThat(list.each("/repos", "/files/0/path")).containsExactly("x.txt", "x.txt");
    assertThat(admin.get(here("changes/patch")).ok().body())
        .contains(
            "diff --git a/web/x.txt b/web/x.txt\n",
            "+++ b/web/x.txt\n",
            "diff --git a/lib/x.txt b/lib/x.txt\n",
            "--- /dev/null\n",
            "\n+one\n");
  }
}
