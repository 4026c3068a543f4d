package io.agentservice.server.agent.machines.servers;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.MachineListener;
import io.agentservice.server.engine.machine.Machine;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which server a machine is connected to. */
public final class MachinePlaces {
  private static final Logger LOG = LoggerFactory.getLogger(MachinePlaces.class);
  private static final int ID_BYTES = 16;

  private final String server = random();
  private final Database database;
  private final Addresses addresses;

  public MachinePlaces(Database database, Addresses addresses) {
    this.database = database;
    this.addresses = addresses;
  }

  private static String random() {
    var bytes = new byte[ID_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** This process: what is asked of the one that had its address before is not for it. */
  String server() {
    return server;
  }

  /** Notes the machines of this server before the listener hears of them. */
  public MachineListener before(MachineListener next) {
    return new MachineListener() {
      @Override
      public void attached(SessionId session, long epoch, long connection, Machine machine) {
        String here = addresses.server();
        database.useTransaction(
            tx -> tx.on(MachinePlaceSql.class).put(session, epoch, connection, server, here));
        next.attached(session, epoch, connection, machine);
      }

      @Override
      public void detached(SessionId session, long epoch) {
        next.detached(session, epoch);
        try {
          database.useTransaction(
              tx -> tx.on(MachinePlaceSql.class).remove(session, epoch, server));
        } catch (DatabaseUnavailableException e) { // who asks here is told that it has gone
          LOG.debug("place not removed session={}", session, e);
        }
      }
    };
  }

  /**
   * Another server.
   *
   * @param server its process
   * @param now seconds of the database's clock
   */
  record Place(String server, String address, long now) {}

  /** Empty when it is nowhere, or here. */
  Optional<Place> elsewhere(SessionId session) {
    return database
        .with(MachinePlaceSql.class, sql -> sql.of(session))
        .filter(row -> !row.server().equals(server))
        .map(row -> new Place(row.server(), row.address(), row.now()));
  }

  long now() {
    return database.with(MachinePlaceSql.class, MachinePlaceSql::now);
  }
}
