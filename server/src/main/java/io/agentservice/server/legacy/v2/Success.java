package io.agentservice.server.legacy.v2;

import io.agentservice.server.base.http.answers.Answer;

/** What version 2 answers where there is nothing to show (interface.md 2.11). */
record Success(String status) {
  static final Answer ANSWER = Answer.ok(new Success("success"));
}
