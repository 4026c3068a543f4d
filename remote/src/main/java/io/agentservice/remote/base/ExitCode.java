package io.agentservice.remote.base;

public final class ExitCode {
  /** The session is suspended or over. */
  public static final int OK = 0;

  /** Something unexpected. */
  public static final int UNEXPECTED = 1;

  public static final int CONFIGURATION = 2;

  /** The connect token is not valid. */
  public static final int TOKEN = 3;

  /** No connection for the whole grace time. */
  public static final int UNREACHABLE = 4;

  /** The claim was released, lapsed or taken over. */
  public static final int CLAIM = 5;

  /** Another remote took the connection. */
  public static final int REPLACED = 6;

  private ExitCode() {}
}
