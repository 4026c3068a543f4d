package io.agentservice.worker.binaries;

/** No verified remote binary is to be had now; the message is one line for a person. */
public final class BinaryException extends Exception {
  BinaryException(String message) {
    super(message);
  }

  BinaryException(String message, Throwable cause) {
    super(message, cause);
  }
}
