package io.agentservice.server.base.http;

/** The methods that routes take. A GET answers HEAD, too. */
public enum Method {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE
}
