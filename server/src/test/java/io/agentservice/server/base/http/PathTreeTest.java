package io.agentservice.server.base.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which path a request's path is, and what its names stand for. */
class PathTreeTest {
  private static final String BRANCH = "/repos/{repository_path}/indexing/branches/{branch_name}";

  private final PathTree<String> tree = new PathTree<>();

  PathTreeTest() {
    for (String path :
        List.of(
            "/",
            "/things",
            "/things/{thing_id}",
            "/things/{thing_id}/parts/{part_id}",
            "/things/{id}/lid",
            "/things/best/parts",
            "/repos/{repository_path}/indexing",
            BRANCH)) {
      tree.put(path, path);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/things, /things",
    "/things/, /things",
    "/things/7, /things/{thing_id}",
    "/things/7/, /things/{thing_id}",
    "/things/7/lid, /things/{id}/lid",
    "/things/best, /things/{thing_id}",
    "/things/best/parts, /things/best/parts",
    "/things/best/parts/9, /things/{thing_id}/parts/{part_id}",
    "/repos/group/sub/repo/indexing, /repos/{repository_path}/indexing",
    "/repos/a/b/indexing/branches/c/d, /repos/{repository_path}/indexing/branches/{branch_name}"
  })
  void aPathLeadsToItsOwn(String asked, String path) {
    assertThat(tree.find(asked).value()).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "things",
        "//",
        "//things",
        "/things//",
        "/Things",
        "/%74hings",
        "/things;a=b",
        "/things/7/parts",
        "/things//parts/9",
        "/things/7/parts/9/more",
        "/repos",
        "/repos/a",
        "/repos/indexing",
        "/repos/"
      })
  void noOtherPathLeadsAnywhere(String asked) {
    assertThat(tree.find(asked)).isNull();
  }

  @Test
  void namesStandForPartsDecoded() {
    assertThat(tree.find("/things/a%2fb+c%20%C3%A4/parts/9").names())
        .isEqualTo(Map.of("thing_id", "a/b+c ä", "part_id", "9"));
    assertThat(tree.find("/things/a+b").names()).isEqualTo(Map.of("thing_id", "a+b"));
  }

  @Test
  void aNameWithSlashesReachesToTheLastWordThatMayFollow() {
    assertThat(tree.find("/repos/a/indexing/branches/b/indexing/branches/c/d").names())
        .isEqualTo(Map.of("repository_path", "a/indexing/branches/b", "branch_name", "c/d"));
    assertThat(tree.find("/repos/a/indexing/branches/b/indexing").names())
        .isEqualTo(Map.of("repository_path", "a/indexing/branches/b"));
  }

  @Test
  void aPathIsPutOnce() {
    assertThatThrownBy(() -> tree.put("/things/{other_name}", "again"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("two of /things/{other_name}");
  }
}
