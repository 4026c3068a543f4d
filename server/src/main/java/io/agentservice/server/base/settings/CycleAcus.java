package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;

/** ACUs per billing cycle, 0 for no limit, of the account and of each owner. */
public record CycleAcus(int ofAccount, int ofOwner) {
  private static final int MOST = 1_000_000_000;

  static CycleAcus read(SettingReader reader) {
    var r = reader.reloadable();
    return new CycleAcus(
        r.integer(
            "AGENT_CYCLE_ACU_LIMIT",
            0,
            MOST,
            0,
            "ACUs that all sessions together may use in a billing cycle; 0: no limit"),
        r.integer(
            "AGENT_USER_CYCLE_ACU_LIMIT",
            0,
            MOST,
            0,
            "ACUs that the sessions of each human and service user may use in a billing cycle; 0: no limit"));
  }
}
