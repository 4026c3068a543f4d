package io.agentservice.server.agent.driver.models;

import io.agentservice.llm.models.LiveLlms;
import io.agentservice.llm.models.OwnModels;
import io.agentservice.server.context.models.AccountModels;
import io.agentservice.server.context.models.RegisteredModels;
import io.agentservice.server.context.secrets.Secrets;

/**
 * What the models of sessions are made of.
 *
 * @param server those that the operator has set up
 * @param own those that organizations have registered, once they are known
 * @param ofAccounts those that accounts have registered for all of their organizations
 * @param rests of the keys of those
 */
public record ModelSources(
    LiveLlms server,
    OwnModels own,
    RegisteredModels registered,
    AccountModels ofAccounts,
    Secrets secrets,
    KeyRests rests)
    implements AutoCloseable {

  @Override
  public void close() {
    own.close();
    server.close();
  }
}
