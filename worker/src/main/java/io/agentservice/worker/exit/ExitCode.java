package io.agentservice.worker.exit;

import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientException;

public final class ExitCode {
  public static final int SERVED = 0;
  public static final int FAILURE = 1;
  public static final int USAGE = 2;
  public static final int CREDENTIAL_REFUSED = 3;
  public static final int SESSION_NOT_SERVED = 4;
  public static final int INTERRUPTED = 130;
  public static final int TERMINATED = 143;

  private ExitCode() {}

  /** The code for a request that brought no result. */
  public static int of(ClientException failure) {
    return failure instanceof ApiException api && api.credentialRefused()
        ? CREDENTIAL_REFUSED
        : FAILURE;
  }
}
