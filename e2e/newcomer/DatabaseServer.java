import io.agentservice.postgres.EmbeddedPostgres;
import java.nio.file.Path;

/**
 * A PostgreSQL of its own in the directory that is given, for servers that share one. Prints its address. To be run as a source
 * file, with the libraries of the service on the class path.
 */
final class DatabaseServer {
  static void main(String[] arguments) throws InterruptedException {
    var database = EmbeddedPostgres.open(Path.of(arguments[0]));
    Runtime.getRuntime().addShutdownHook(new Thread(database::close));
    System.out.println(database.jdbcUrl());
    Thread.currentThread().join();
  }
}
