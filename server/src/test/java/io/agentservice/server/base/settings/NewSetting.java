package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.util.Map;

/** A setting that only a test knows. */
public final class NewSetting {
  public static final String NAME = "AGENT_NEW_CREDENTIAL";

  private NewSetting() {}

  /** All settings, and this one, which is declared secret. */
  public static Settings read(Map<String, String> values) {
    var reader = new SettingReader(values);
    var _ = reader.secret().text(NAME, "none", "Declared by a test");
    return Settings.read(reader, values);
  }
}
