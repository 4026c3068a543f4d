package io.agentservice.cli.workplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.settings.Workspaces.NoWorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideWorkspacesTest {
  private static final String ONE = "agent-11111111222222223333333344444444";
  private static final String TWO = "agent-aaaaaaaabbbbbbbbccccccccdddddddd";

  @TempDir private Path directory;
  private UserRepository user;
  private SideWorkspaces workspaces;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void prepare() throws IOException {
    user = UserRepository.make(directory.resolve("shop"));
    workspaces =
        new SideWorkspaces(
            user.directory(), directory.resolve("checkouts"), id -> "Task of " + id, told::add);
  }

  @Test
  void sessionsWorkSideBySideAndEachLeavesABranch() throws Exception {
    var one = workspaces.enter(ONE);
    var two = workspaces.enter(TWO);
    assertThat(one).isNotEqualTo(two);
    assertThat(workspaces.enter(ONE)).isEqualTo(one);
    Files.writeString(one.resolve("tracked"), "by one\n");
    Files.writeString(two.resolve("tracked"), "by two\n");
    workspaces.leave(ONE);
    workspaces.leave(TWO);

    assertThat(user.git("show", "agent/333344444444:tracked")).isEqualTo("by one\n");
    assertThat(user.git("show", "agent/ccccdddddddd:tracked")).isEqualTo("by two\n");
    assertThat(user.git("log", "-1", "--format=%s", "agent/333344444444"))
        .contains("Task of " + ONE);
    assertThat(user.git("status", "--porcelain")).isEmpty();
    assertThat(told).hasSize(2).first().asString().contains("branch agent/333344444444");
    assertThat(one).doesNotExist();
  }

  @Test
  void sessionsOfTheSameMinuteLeaveABranchEach() throws Exception {
    var first = "agent-01a1ee565e0070001111111111111111";
    var second = "agent-01a1ee56d33070002222222222222222";
    for (var id : List.of(first, second)) {
      Files.writeString(workspaces.enter(id).resolve("of-" + id), "done\n");
      workspaces.leave(id);
    }

    for (var id : List.of(first, second)) {
      assertThat(user.git("diff", "--name-only", "main", SideWorkspaces.branch(id)).strip())
          .isEqualTo("of-" + id);
    }
  }

  @Test
  void aSessionThatWakesGoesOnWithItsBranch() throws Exception {
    var place = workspaces.enter(ONE);
    Files.writeString(place.resolve("tracked"), "half\n");
    workspaces.leave(ONE);

    assertThat(workspaces.enter(ONE)).isEqualTo(place);
    assertThat(place.resolve("tracked")).hasContent("half");
    workspaces.leave(ONE);
    workspaces.leave(ONE); // told twice
    assertThat(told).hasSize(1);
  }

  @Test
  void whatCannotBeCheckedOutIsNoPlaceToWork() throws Exception {
    user.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",inner");
    user.git("commit", "-q", "-m", "With a submodule");
    UserRepository.make(user.directory().resolve("inner"));

    assertThatThrownBy(() -> workspaces.enter(ONE))
        .isInstanceOf(NoWorkspaceException.class)
        .hasMessageContaining("lacks its commit");
  }
}
