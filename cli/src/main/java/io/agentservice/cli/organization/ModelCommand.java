package io.agentservice.cli.organization;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent model}: models that an organization has set up beside those of the server. */
@Command(
    name = "model",
    description = "Lists, shows and writes the models that an organization has registered.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ModelCommand.Ls.class,
      ModelCommand.Show.class,
      ModelCommand.Create.class,
      ModelCommand.Update.class,
      ModelCommand.Delete.class
    })
public final class ModelCommand extends CollectionGroup {
  private static final int PRICES = 4;

  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return asking.organization(client).models();
  }

  @Override
  protected List<String> columns() {
    return List.of("model_id", "provider", "provider_model", "name");
  }

  /** What of one can be said on a command line. */
  static final class Fields {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
        names = "--base-url",
        paramLabel = "<url>",
        description = "Where it is asked, if not at its provider's own address")
    private @Nullable String baseUrl;

    @Option(
        names = "--key",
        paramLabel = "<secret>",
        description =
            "The organization's secret that is sent as its key; say it again for each that is asked with"
                + " where the one before is refused")
    private @Nullable List<String> keys;

    @Option(
        names = "--context-tokens",
        paramLabel = "<number>",
        description = "How much it takes, prompt and reply together")
    private @Nullable Integer contextTokens;

    @Option(names = "--output-tokens", paramLabel = "<number>", description = "Its longest reply")
    private @Nullable Integer outputTokens;

    @Option(
        names = "--price",
        paramLabel = "<dollars>",
        split = ",",
        description =
            "US dollars for a million tokens: input,output,cache read,cache write; e.g. 3,15,0.30,3.75")
    private @Nullable List<BigDecimal> price;

    @Option(
        names = "--effort",
        paramLabel = "<low|medium|high>",
        description = "How much it thinks")
    private @Nullable String effort;

    @Option(
        names = "--images",
        paramLabel = "<true|false>",
        arity = "1",
        description = "Whether it takes images")
    private @Nullable Boolean images;

    @Option(
        names = "--fallback",
        paramLabel = "<model>",
        description = "Asked when this one is away, refuses or is gone")
    private @Nullable String fallback;

    @Option(
        names = "--default",
        paramLabel = "<true|false>",
        arity = "1",
        description = "Whether sessions that name no model have it")
    private @Nullable Boolean standard;

    /** The body of a request; what is null is not sent. */
    JsonObject body(@Nullable String name, @Nullable String provider, @Nullable String model) {
      if (price != null && price.size() != PRICES) {
        throw new ParameterException(
            spec.commandLine(), "--price takes four numbers: input,output,cache read,cache write");
      }
      return JsonObject.of(
          "name", name,
          "provider", provider,
          "provider_model", model,
          "base_url", baseUrl,
          "key_secret", keys != null && keys.size() == 1 ? keys.getFirst() : null,
          "key_secrets", keys != null && keys.size() > 1 ? keys : null,
          "context_tokens", contextTokens,
          "output_tokens", outputTokens,
          "input_price", price(0),
          "output_price", price(1),
          "cache_read_price", price(2),
          "cache_write_price", price(3),
          "effort", effort,
          "takes_images", images,
          "fallback", fallback,
          "is_default", standard);
    }

    private @Nullable BigDecimal price(int at) {
      return price == null ? null : price.get(at);
    }
  }

  @Command(name = "list", description = "Lists models.", mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows a model.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(
      name = "create",
      description = "Registers a model; say --key, or --base-url of a server that wants none.",
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<name>", description = "By which sessions choose it")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Parameters(
        index = "1",
        paramLabel = "<provider>:<model>",
        description =
            "Whose protocol it speaks, anthropic or openai, and the provider's name for it")
    @SuppressWarnings("NullAway.Init") // required
    private String model;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      int colon = model.indexOf(':');
      String provider = model.substring(0, Math.max(0, colon));
      var body = fields.body(name, provider, model.substring(colon + 1));
      return organization(client).models().create(body, null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given of a model, also for sessions that run; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Option(names = "--name", paramLabel = "<name>", description = "New name")
    private @Nullable String name;

    @Option(names = "--model", paramLabel = "<model>", description = "The provider's name for it")
    private @Nullable String model;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      return organization(client).models().change(id(), fields.body(name, null, model));
    }
  }

  @Command(name = "delete", description = "Deletes a model.", mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}
}
