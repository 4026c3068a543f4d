package io.agentservice.server.base.http.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.problems.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class CursorsTest {
  /** So many characters hold a payload of 375 bytes and its signature, without padding. */
  private static final int LONGEST = 512;

  private final Cursors cursors = new Cursors("one".getBytes(StandardCharsets.UTF_8));

  @Test
  void valuesComeBackInTheirOrder() {
    for (var values :
        List.of(List.of(""), List.of("7"), List.of("a", "", "b"), List.of("größe 🚀", ""))) {
      var cursor = cursors.encode("list", values.toArray(String[]::new));

      assertThat(cursor).matches("[A-Za-z0-9_-]+");
      assertThat(cursors.decode("list", cursor)).isEqualTo(values);
    }
  }

  @Test
  void aCursorIsGoodForItsListAndItsInstallationOnly() {
    refused("list of another", cursors.encode("list", "7"));
    refused("lis", cursors.encode("list", "7"));
    refused("list", new Cursors("two".getBytes(StandardCharsets.UTF_8)).encode("list", "7"));
  }

  @Test
  void noCharacterOfACursorCanBeChanged() {
    var cursor = cursors.encode("list", "2026", "note-1");
    for (int i = 0; i < cursor.length(); i++) {
      char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
      refused("list", cursor.substring(0, i) + other + cursor.substring(i + 1));
    }
  }

  @Test
  void whatIsNoCursorIsRefused() {
    var good = cursors.encode("list", "a");
    var longest = cursors.encode("list", "x".repeat(375));
    assertThat(longest).hasSize(LONGEST);
    assertThat(cursors.decode("list", longest)).containsExactly("x".repeat(375));

    for (var text :
        List.of("", "x", "!!", "AAAA", "AAAAAAAAAAA", good + "=", good + "A", " " + good)) {
      refused("list", text);
    }
    refused("list", cursors.encode("list", "x".repeat(376)));
  }

  private void refused(String scope, String cursor) {
    assertThatThrownBy(() -> cursors.decode(scope, cursor))
        .as(cursor)
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.problem().status()).isEqualTo(400);
              assertThat(e.problem().code()).isEqualTo("invalid_cursor");
            });
  }

  @Test
  void noPartOfAScopePassesForAValue() {
    byte[] good = Base64.getUrlDecoder().decode(cursors.encode("list", "7"));
    byte[] moved = Arrays.copyOf(good, good.length + 1);
    System.arraycopy(good, good.length - 1, moved, good.length, 1);
    moved[good.length - 1] = 't';
    refused("lis", Base64.getUrlEncoder().withoutPadding().encodeToString(moved));
  }
}
