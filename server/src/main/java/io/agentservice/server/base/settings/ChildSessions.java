package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;

/** Sessions that agents start: how deep below one another, and how many work at a time. */
public record ChildSessions(int depth, int working) {
  static ChildSessions read(SettingReader reader) {
    var r = reader.reloadable();
    return new ChildSessions(
        r.integer(
            "AGENT_CHILD_SESSION_DEPTH",
            0,
            10,
            2,
            "Levels of sessions that agents may start, each below the one before; 0: they start none"),
        r.integer(
            "AGENT_CHILD_SESSIONS",
            0,
            1000,
            10,
            "Sessions started by agents that work at a time below one session"));
  }
}
