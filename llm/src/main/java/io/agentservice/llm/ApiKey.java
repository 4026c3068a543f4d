package io.agentservice.llm;

/** A provider's key; printing it prints stars. */
record ApiKey(String value) {

  @Override
  public String toString() {
    return "***";
  }
}
