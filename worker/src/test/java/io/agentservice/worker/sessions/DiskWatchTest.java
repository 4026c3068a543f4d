package io.agentservice.worker.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.loop.EventFields;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.loop.WorkerEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DiskWatchTest {
  private final List<WorkerEvent> events = new ArrayList<>();
  private final AtomicLong free = new AtomicLong();
  private final DiskWatch watch = new DiskWatch(Path.of("/data"), events::add, _ -> free.get());

  private void look(long mebibytes) {
    free.set(mebibytes << 20);
    watch.look();
  }

  @Test
  void aFullDiskIsSaidOnceUntilThereIsRoomAgain() {
    look(100);
    assertThat(events).isEmpty();
    for (var mebibytes : new long[] {0, 0, 2, 0}) {
      look(mebibytes);
    }
    assertThat(events)
        .singleElement()
        .extracting(event -> EventFields.of(event).required("event"))
        .isEqualTo("disk_full");
    look(100);
    look(0);
    assertThat(events).hasSize(2);
    assertThat(EventLines.of(events.getLast())).contains("/data", "full");
  }
}
