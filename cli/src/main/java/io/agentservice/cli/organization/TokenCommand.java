package io.agentservice.cli.organization;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent token}: the keys of oneself, or of a service user. */
@Command(
    name = "token",
    description = {
      "Lists, makes, rotates and revokes keys: one's own, or with --service-user those of one.",
      "A new key is shown once."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      TokenCommand.Ls.class,
      TokenCommand.Create.class,
      TokenCommand.Rotate.class,
      TokenCommand.Revoke.class
    })
public final class TokenCommand extends Group {

  /** Whose keys. */
  static final class Owner {
    @Option(
        names = "--service-user",
        paramLabel = "<service_user_id>",
        description = "Whose keys; default: one's own")
    private @Nullable String serviceUser;

    CollectionClient keys(AgentClient client) {
      return serviceUser == null ? client.ownKeys() : client.enterprise().keysOf(serviceUser);
    }
  }

  /** How long a new key is good. */
  static final class Expiry {
    @Option(
        names = "--days",
        paramLabel = "<n>",
        description = "How many days it is good (default: for ever)")
    private @Nullable Integer days;

    /** In Unix seconds; null for never. */
    @Nullable Long expiresAt() {
      return days == null ? null : Instant.now().plus(Duration.ofDays(days)).getEpochSecond();
    }
  }

  @Command(
      name = "list",
      description = "Lists keys, never the tokens themselves.",
      mixinStandardHelpOptions = true)
  static final class Ls extends ServiceAction.Lister {
    @Mixin private Owner owner = new Owner();

    @Override
    protected CollectionClient of(AgentClient client) {
      return owner.keys(client);
    }

    @Override
    protected List<String> columns() {
      return List.of("api_key_id", "is_active", "api_key_name");
    }
  }

  @Command(
      name = "create",
      description = "Makes a key and shows its token, once.",
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<name>", description = "Its name")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Mixin private Owner owner = new Owner();
    @Mixin private Expiry expiry = new Expiry();

    @Override
    protected JsonObject act(AgentClient client) {
      return owner
          .keys(client)
          .create(JsonObject.of("name", name, "expires_at", expiry.expiresAt()), null);
    }
  }

  @Command(
      name = "rotate",
      description =
          "Makes a key anew and revokes the old one, or lets it end later; for keys of service users.",
      mixinStandardHelpOptions = true)
  static final class Rotate extends ServiceAction.OfOne {
    @Option(
        names = "--service-user",
        paramLabel = "<service_user_id>",
        required = true,
        description = "Whose key")
    @SuppressWarnings("NullAway.Init") // required
    private String serviceUser;

    @ArgGroup private Old old = new Old();

    @Mixin private Expiry expiry = new Expiry();

    @Override
    protected JsonObject act(AgentClient client) {
      var body =
          JsonObject.of(
              "new_key_expires_at", expiry.expiresAt(),
              "revoke_current", old.keep ? false : null,
              "grace_seconds", old.graceSeconds());
      return client.enterprise().keysOf(serviceUser).act(id(), "rotate", body);
    }
  }

  /** What becomes of a key that is rotated, if it is not revoked. */
  static final class Old {
    @Option(names = "--keep", description = "Leave the old key as it is")
    private boolean keep;

    @Option(
        names = "--grace-hours",
        paramLabel = "<n>",
        description = "Let the old key end so many hours later, 1 to 8760")
    private @Nullable Integer hours;

    @Nullable Long graceSeconds() {
      return hours == null ? null : Duration.ofHours(hours).toSeconds();
    }
  }

  @Command(name = "revoke", description = "Revokes a key at once.", mixinStandardHelpOptions = true)
  static final class Revoke extends ServiceAction.OfOne {
    @Mixin private Owner owner = new Owner();

    @Override
    protected JsonObject act(AgentClient client) {
      return owner.keys(client).delete(id());
    }
  }
}
