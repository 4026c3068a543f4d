package io.agentservice.server.base.settings;

/**
 * Versions 1 and 2 of the API.
 *
 * @param ownerOnlyDelete whether version 1 lets nobody end a session of somebody else
 */
public record LegacySettings(boolean ownerOnlyDelete) {

  static LegacySettings read(SettingReader r) {
    return new LegacySettings(
        r.bool(
            "AGENT_V1_OWNER_ONLY_DELETE",
            false,
            "Whether version 1 of the API lets nobody end a session of somebody else"));
  }
}
