package io.agentservice.cli.workplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.Workspaces.NoWorkspaceException;
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

    assertThat(user.git("show", "agent/11111111:tracked")).isEqualTo("by one\n");
    assertThat(user.git("show", "agent/aaaaaaaa:tracked")).isEqualTo("by two\n");
    assertThat(user.git("log", "-1", "--format=%s", "agent/11111111")).contains("Task of " + ONE);
    assertThat(user.git("status", "--porcelain")).isEmpty();
    assertThat(told).hasSize(2).first().asString().contains("branch agent/11111111");
    assertThat(one).doesNotExist();
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
