package io.agentservice.server.agent.terminals.servers;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.MachineListener;
import io.agentservice.server.engine.machine.Machine;
import java.util.Optional;

/** Which server a machine is connected to. */
public final class MachinePlaces {
  private final Database database;
  private final Addresses addresses;

  public MachinePlaces(Database database, Addresses addresses) {
    this.database = database;
    this.addresses = addresses;
  }

  /** Notes the machines of this server before the listener hears of them. */
  public MachineListener before(MachineListener next) {
    return new MachineListener() {
      @Override
      public void attached(SessionId session, long epoch, long connection, Machine machine) {
        String here = addresses.server();
        database.useTransaction(
            tx -> tx.on(MachinePlaceSql.class).put(session, epoch, connection, here));
        next.attached(session, epoch, connection, machine);
      }

      @Override
      public void detached(SessionId session, long epoch) {
        next.detached(session, epoch); // the place stays: that server says that it has gone
      }
    };
  }

  /**
   * Another server.
   *
   * @param now seconds of the database's clock
   */
  record Place(String address, long now) {}

  /** Empty when it is nowhere, or here. */
  Optional<Place> elsewhere(SessionId session) {
    return database
        .with(MachinePlaceSql.class, sql -> sql.of(session))
        .filter(row -> !row.address().equals(addresses.server()))
        .map(row -> new Place(row.address(), row.now()));
  }

  long now() {
    return database.with(MachinePlaceSql.class, MachinePlaceSql::now);
  }
}
