package io.agentservice.llm.http;

/** A provider's key; printing it prints stars. */
public record ApiKey(String value) {

  @Override
  public String toString() {
    return "***";
  }
}
