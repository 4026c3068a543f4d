package io.agentservice.server.engine.gitaccess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import java.util.List;
import org.junit.jupiter.api.Test;

class GitTokensTest {
  private static final SessionId SESSION = Id.create(SessionId.class);
  private static final RepositoryAddress REPOSITORY = new RepositoryAddress("git.test", "a/b");

  private final GitTokens tokens = new GitTokens("secret".getBytes(UTF_8));

  @Test
  void aTokenSaysWhatItIsGoodFor() {
    var read = tokens.read(tokens.make(SESSION, 7, 1_800_000_000, REPOSITORY)).orElseThrow();
    assertThat(read.session()).isEqualTo(SESSION);
    assertThat(read.epoch()).isEqualTo(7);
    assertThat(read.expires()).isEqualTo(1_800_000_000);
    assertThat(read.isOf(REPOSITORY)).isTrue();
    assertThat(read.isOf(new RepositoryAddress("git.test", "a/c"))).isFalse();
    assertThat(read.isOf(new RepositoryAddress("git.test:1", "a/b"))).isFalse();
  }

  @Test
  void noByteOfATokenCanBeChanged() {
    byte[] content =
        Tokens.content("agg_", tokens.make(SESSION, 1, 2, REPOSITORY), 64).orElseThrow();
    for (int i = 0; i < content.length; i++) {
      byte[] changed = content.clone();
      changed[i] ^= 1;
      assertThat(tokens.read(Tokens.of("agg_", changed))).as("byte %d", i).isEmpty();
    }
  }

  @Test
  void tokensOfOthersAreNone() {
    var foreign = new GitTokens("other".getBytes(UTF_8)).make(SESSION, 1, 2, REPOSITORY);
    var connect =
        new ConnectTokens("secret".getBytes(UTF_8)).make(new ConnectTokens.Claim(SESSION, 1));
    assertThat(tokens.read(foreign)).isEmpty();
    assertThat(tokens.read(connect)).isEmpty();
    assertThat(tokens.read(connect.replace("agc_", "agg_"))).isEmpty();
  }

  @Test
  void itIsMaskedInTexts() {
    var token = tokens.make(SESSION, 1, 2, REPOSITORY);
    var masked = Redactor.NONE.with(List.of(GitTokens.shape())).mask("x " + token + " y");
    assertThat(masked).isEqualTo("x [secret:git_token] y");
  }
}
