package io.agentservice.server.identity.preferences;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What somebody wants of the web app.
 *
 * @param notices of what the desktop tells, in the words of {@code attention} of the feed
 * @param shortcuts whether keys of one letter do something
 * @param views in the order in which they are shown
 */
public record Preferences(
    @JsonProperty("notify") List<String> notices, // no record may have a component of that name
    boolean shortcuts,
    String theme,
    List<SavedView> views) {

  static final List<String> NOTICES = List.of("asks", "approval", "finished", "failed");
  static final List<String> THEMES = List.of("system", "light", "dark");

  /** Of whoever has said nothing. */
  static final Preferences USUAL =
      new Preferences(List.of("asks", "approval"), true, "system", List.of());

  public Preferences {
    notices = List.copyOf(notices);
    views = List.copyOf(views);
  }
}
