package io.agentservice.cli.connection;

import io.agentservice.cli.terminal.Group;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import picocli.CommandLine.ParentCommand;

/** Commands for the things of one collection: those here, where it says which, and its own. */
public abstract class CollectionGroup extends Group {
  /** The collection, as that command asks for it. */
  protected abstract CollectionClient collection(ServiceAction asking, AgentClient client);

  /** Names of the fields that a list shows, in this order; the id first. */
  protected abstract List<String> columns();

  /** A page of them. */
  public abstract static class Ls extends ServiceAction.Lister {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CollectionGroup group;

    @Override
    protected CollectionClient of(AgentClient client) {
      return group.collection(this, client);
    }

    @Override
    protected List<String> columns() {
      return group.columns();
    }
  }

  /** Does something with one of them. */
  abstract static class OfOne extends ServiceAction.OfOne {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CollectionGroup group;

    abstract JsonObject act(CollectionClient collection);

    @Override
    protected JsonObject act(AgentClient client) {
      return act(group.collection(this, client));
    }
  }

  /** Shows one. */
  public abstract static class Show extends OfOne {
    @Override
    JsonObject act(CollectionClient collection) {
      return collection.get(id());
    }
  }

  /** Deletes one, and shows what it was. */
  public abstract static class Delete extends OfOne {
    @Override
    JsonObject act(CollectionClient collection) {
      return collection.delete(id());
    }
  }
}
