package io.agentservice.server.agent.machines.servers;

/**
 * What one server asks another. All of it is signed.
 *
 * @param method of HTTP
 * @param path with the query
 * @param person for whom
 * @param body empty for none
 */
record ServerCall(String method, String path, String person, String body) {
  /** The servlet is for all requests below. */
  static final String PATH = "/servers/";

  /** The header with the person. */
  static final String PERSON = "Agent-For";

  /** The header of the answer by which a server shows that it is one of us. */
  static final String ANSWER = "Agent-Answer";

  /** Long enough for a loaded database, and a way over the network. */
  static final int SECONDS = 30;

  /** {@code recipient}: the one server that is asked, see {@link MachinePlaces#server}. */
  String question(String recipient) {
    return String.join("\n", recipient, method, path, person, body);
  }
}
