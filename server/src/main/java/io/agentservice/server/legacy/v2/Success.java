package io.agentservice.server.legacy.v2;

import io.agentservice.server.base.http.answers.Answer;

record Success(String status) {
  static final Answer ANSWER = Answer.ok(new Success("success"));
}
