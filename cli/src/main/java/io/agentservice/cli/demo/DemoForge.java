package io.agentservice.cli.demo;

import io.agentservice.wire.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The REST API of a kind of git host, as much of it as a demo needs: one pull request can be
 * opened, and is kept as it was sent.
 */
interface DemoForge {
  Access access();

  Words words();

  /** To a call that had the token. */
  Answer answer(Call call);

  /** The pull request as it was sent; null when none was. */
  @Nullable JsonObject opened();

  /**
   * How it is reached.
   *
   * @param provider the kind's word in a git connection
   * @param gitUser beside whose name git gives the token
   * @param root where its paths begin
   * @param header what carries the token
   * @param scheme what stands before the token there
   */
  record Access(String provider, String gitUser, String root, String header, String scheme) {}

  /**
   * What it calls a pull request, and the fields of one; each has a {@code title}.
   *
   * @param head the branch with the changes
   * @param base the branch that they are to go into
   * @param body the description
   */
  record Words(String request, String head, String base, String body) {}

  /**
   * What is asked.
   *
   * @param path below its root, escaped as it came
   * @param body empty when it has none
   */
  record Call(String method, String path, String body) {
    boolean posts() {
      return method.equals("POST");
    }
  }

  record Answer(int status, String json) {
    static Answer of(JsonObject object) {
      return new Answer(200, object.toJson());
    }
  }
}
