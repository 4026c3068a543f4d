package io.agentservice.server;

/** The version of this build, as told to remotes and shown by the command. */
public final class Version {
  private static final String BUILT = Version.class.getPackage().getImplementationVersion();

  public static final String TEXT = BUILT == null ? "development" : BUILT;

  private Version() {}
}
