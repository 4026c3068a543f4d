package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.util.Locale;
import java.util.regex.Pattern;

/** From when on the queue counts as fuller than usual. */
public record QueueLevels(Level elevated, Level high) {
  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,6}),([1-9][0-9]{0,6})");

  /** A queue that reaches either value is that full; seconds of the longest waiting session. */
  public record Level(int sessions, int waitSeconds) {
    @Override
    public String toString() {
      return sessions + "," + waitSeconds;
    }
  }

  static QueueLevels read(SettingReader r) {
    return new QueueLevels(
        level(r.reloadable(), "ELEVATED", new Level(10, 60)),
        level(r.reloadable(), "HIGH", new Level(50, 300)));
  }

  private static Level level(SettingReader r, String name, Level otherwise) {
    var level =
        r.parsed(
            "AGENT_QUEUE_" + name,
            QueueLevels::parse,
            otherwise.toString(),
            "So many waiting sessions, or seconds of the longest wait, count as status "
                + name.toLowerCase(Locale.ROOT));
    return level == null ? otherwise : level;
  }

  private static Level parse(String text) {
    var parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("takes two numbers above 0, such as 10,60");
    }
    return new Level(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }
}
