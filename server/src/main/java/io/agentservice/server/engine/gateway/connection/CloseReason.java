package io.agentservice.server.engine.gateway.connection;

/** Why a connection ends, and the close code that the remote gets (fleet.md section 6). */
public enum CloseReason {
  SESSION_OVER(4000, "session over"),
  CLAIM_GONE(4403, "claim released, lapsed or taken over"),
  REPLACED(4409, "replaced by a newer connection"),
  DRAINED(1001, "server stops"),
  /** The database can't be reached from here; maybe from another node. */
  NO_DATABASE(1012, "no database"),
  SILENT(1001, "nothing heard"),
  NO_HELLO(1002, "no hello"),
  GARBLED(1002, "output with gaps"),
  /** The account's access list holds its address no longer: the next try will be told so. */
  ADDRESS_REFUSED(1008, "address not allowed"),
  TOO_SLOW(1008, "does not read"),
  FAILED(1011, "server error"),
  /** The remote closed it, or the network did: nothing is left to say. */
  GONE(1000, "gone");

  private final int code;
  private final String text;

  CloseReason(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /**
   * Whether the deadline stays as written: the remote has the rest of the claim to find another
   * node.
   */
  public boolean keepsDeadline() {
    return this == DRAINED || this == NO_DATABASE;
  }

  /** The close code of the websocket. */
  public int code() {
    return code;
  }

  String text() {
    return text;
  }
}
