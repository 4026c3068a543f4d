package io.agentservice.remote.files;

import java.io.IOException;

/** A file request that cannot be carried out, with the code of its {@code failed} frame. */
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String reason;

  RefusedException(String code, String reason) {
    super(reason);
    this.code = code;
    this.reason = reason;
  }

  String code() {
    return code;
  }

  String reason() {
    return reason;
  }
}
