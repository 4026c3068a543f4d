package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ShortLivedCacheTest {
  private final ShortLivedCache<String, Integer> recent = new ShortLivedCache<>();
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void whatWasForgottenIsAskedForAgain() {
    recent.get("key", asked::incrementAndGet);
    recent.forget();
    assertThat(recent.get("key", asked::incrementAndGet)).isEqualTo(2);
  }

  @Test
  void whatWasBeingReadWhenItChangedIsNotKept() {
    recent.get(
        "key",
        () -> {
          recent.forget();
          return asked.incrementAndGet();
        });
    assertThat(recent.get("key", asked::incrementAndGet)).isEqualTo(2);
  }

  @Test
  void refusalsAreNotKept() {
    assertThatThrownBy(() ->
            recent.get(
                "key",
                () -> {
                  throw new IllegalStateException("no");
                }))
        .hasMessage("no");
    assertThat(recent.get("key", asked::incrementAndGet)).isEqualTo(1);
  }
}
