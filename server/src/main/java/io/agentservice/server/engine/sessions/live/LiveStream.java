package io.agentservice.server.engine.sessions.live;

import io.agentservice.server.base.http.answers.Viewed;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.OrgId;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One viewer's stream. */
record LiveStream(Viewed<OrgId, Follower> followers, Duration longest, Duration keepalive) {
  private static final Duration TICK = Duration.ofMillis(500);

  /** Who watches, and where he goes on; {@code after} null: from now on. */
  record Viewer(OrgId org, String author, @Nullable String after) {}

  /** Writes until the longest time is over or the viewer has gone. */
  void write(Viewer viewer, OutputStream out, Waits waits)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long quietSince = start;
    try (var hold = followers.hold(viewer.org())) {
      long last = begin(viewer, hold.value(), out);
      while (System.nanoTime() - start < longest.toNanos() && !waits.isOver()) {
        var news = hold.value().look(last);
        boolean wrote = tell(viewer, news, out);
        last = news.last();
        if (wrote) {
          quietSince = System.nanoTime();
        } else if (System.nanoTime() - quietSince >= keepalive.toNanos()) {
          quietSince = System.nanoTime();
          out.write(LiveJson.KEEPALIVE);
        }
        out.flush();
        waits.on(() -> Thread.sleep(TICK));
      }
    }
  }

  /** Brings what he missed, after where the others are: twice is better than never. */
  private static long begin(Viewer viewer, Follower follower, OutputStream out) throws IOException {
    var now = follower.look(-1);
    String after = viewer.after();
    out.write(LiveJson.begin(after == null ? now.position() : after));
    if (after != null) {
      var missed = follower.since(after);
      tell(viewer, new Follower.News(missed, now.last(), now.position()), out);
    }
    out.flush();
    return now.last();
  }

  private static boolean tell(Viewer viewer, Follower.News news, OutputStream out)
      throws IOException {
    var frames = news.frames();
    if (frames == null) {
      out.write(LiveJson.reset(news.position()));
      return true;
    }
    boolean wrote = false;
    for (var frame : frames) {
      if (frame.isFor(viewer.author())) {
        out.write(frame.bytes());
        wrote = true;
      }
    }
    return wrote;
  }
}
