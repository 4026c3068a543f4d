package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;

/**
 * What the git of a session's machine may reach through this server (ADR 0055). Calls block, may
 * come from any thread and may throw when the database does not answer.
 */
public interface GitCredentials {

  /** Forges whose repositories git is to look for here, by name and port; may be empty. */
  List<String> hosts(SessionId session);

  /**
   * What git is to say for a repository.
   *
   * @param host of its forge, as the machine says it
   * @param path of the repository there, as git wrote it
   */
  Answer credential(SessionId session, long epoch, String host, String path);

  /** What becomes of a question for a credential. */
  sealed interface Answer {
    /** The password is for this server, this repository and a short time. */
    record Granted(String username, String password) implements Answer {
      /** Never shows the password. */
      @Override
      public String toString() {
        return "Granted[username=" + username + "]";
      }
    }

    /** {@code reason}: one sentence for whoever runs git. */
    record Refused(String reason) implements Answer {}
  }

  /** Of a server that git reaches nothing through. */
  GitCredentials NONE =
      new GitCredentials() {
        @Override
        public List<String> hosts(SessionId session) {
          return List.of();
        }

        @Override
        public Answer credential(SessionId session, long epoch, String host, String path) {
          return new Answer.Refused("The service gives no access to repositories");
        }
      };
}
