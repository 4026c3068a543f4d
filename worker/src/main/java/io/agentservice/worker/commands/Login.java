package io.agentservice.worker.commands;

import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/**
 * The services that somebody has logged in to: for commands that manage outposts, where neither
 * {@code --token} nor its variable is given. The program that mounts the commands knows them.
 */
@Command // picocli mixes nothing else in
public final class Login {
  private final Function<@Nullable String, Optional<Service>> services;

  /** None. */
  public Login() {
    this(_ -> Optional.empty());
  }

  /**
   * Some.
   *
   * @param services called with the address that was given, null when none was; may throw what its
   *     program tells its users
   */
  public Login(Function<@Nullable String, Optional<Service>> services) {
    this.services = services;
  }

  /** A service and a key to it. */
  public record Service(URI url, String key) {
    /** Never shows the key. */
    @Override
    public String toString() {
      return "Service[" + url + "]";
    }
  }

  Optional<Service> service(@Nullable String url) {
    return services.apply(url);
  }
}
