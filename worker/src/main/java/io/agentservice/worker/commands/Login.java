package io.agentservice.worker.commands;

import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The services that somebody has logged in to, for outpost commands without a token. */
@Command // picocli mixes nothing else in
public final class Login {
  private final Function<@Nullable String, Optional<Service>> services;

  public Login() {
    this(_ -> Optional.empty());
  }

  /** {@code services} gets the given address, or null; it may throw. */
  public Login(Function<@Nullable String, Optional<Service>> services) {
    this.services = services;
  }

  /** A service and a key to it. */
  public record Service(URI url, String key) {
    @Override
    public String toString() {
      return "Service[" + url + "]";
    }
  }

  Optional<Service> service(@Nullable String url) {
    return services.apply(url);
  }
}
