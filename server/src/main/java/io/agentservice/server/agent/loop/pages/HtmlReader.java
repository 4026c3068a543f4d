package io.agentservice.server.agent.loop.pages;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;

/**
 * Makes text of HTML. A page that means harm costs seconds and a hundred megabytes: so a few at a
 * time, and on platform threads, since a virtual one that computes keeps its processor to itself.
 */
final class HtmlReader {
  /** A page may say from where its links go. */
  private static final int LONGEST_BASE = 2_048;

  private final Semaphore room = new Semaphore(2);

  /** {@code title} is null when the page has none. */
  record Html(@Nullable String title, String text) {}

  /**
   * {@code charset} as declared by the answer; null: as the page says. Its links go from {@code
   * address}.
   */
  Html read(byte[] bytes, @Nullable Charset charset, String address) throws InterruptedException {
    var task = new FutureTask<>(() -> parsed(bytes, charset, address));
    room.acquire();
    Thread.ofPlatform()
        .daemon()
        .name("page")
        .start(() -> {
          try {
            task.run();
          } finally {
            room.release(); // also when nobody waits for it any more
          }
        });
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a page could not be parsed", e.getCause());
    }
  }

  private static Html parsed(byte[] bytes, @Nullable Charset charset, String address)
      throws IOException {
    var document =
        Jsoup.parse(
            new ByteArrayInputStream(bytes), charset == null ? null : charset.name(), address);
    if (document.baseUri().length() > LONGEST_BASE) {
      document.setBaseUri(address);
    }
    var title = document.title();
    return new Html(title.isBlank() ? null : title, PageText.of(document));
  }
}
