package io.agentservice.server.web.pages.html;

import io.agentservice.server.base.ids.SessionId;

/** Where the plain pages are. */
public final class PlainAddress {
  public static final String LIST = "/plain";

  private static final String OF_SESSIONS = "/sessions/";

  /** What stands before a session in the address of its page. */
  public static final String SESSIONS = LIST + OF_SESSIONS;

  private PlainAddress() {}

  public static String of(SessionId session) {
    return SESSIONS + session.hex();
  }

  /** The page that takes the place of the web app's at a path. */
  public static String inPlaceOf(String path) {
    return path.startsWith(OF_SESSIONS)
        ? LIST + path.replaceFirst("/(terminal|desktop)$", "")
        : LIST;
  }
}
