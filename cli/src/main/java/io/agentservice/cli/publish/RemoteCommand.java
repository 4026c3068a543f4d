package io.agentservice.cli.publish;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.Installation;
import io.agentservice.cli.terminal.Output;
import io.agentservice.wire.json.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent remote}: the remote binaries that workers fetch. */
@Command(
    name = "remote",
    description = "Publishes the remote binaries that workers fetch.",
    mixinStandardHelpOptions = true,
    subcommands = RemoteCommand.Publish.class)
public final class RemoteCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before run()
  RemoteCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: publish");
  }

  /** {@code agent remote publish <target>} (interface.md 10.3). */
  @Command(
      name = "publish",
      description = {
        "Publishes the built remotes below <target>/agent-rs/remote/.",
        "Their digests are checked first; the name of the newest is written last."
      },
      mixinStandardHelpOptions = true)
  static final class Publish implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "<target>",
        description = "A directory, or s3://bucket/prefix: what the static address shows")
    private String target;

    @Option(
        names = "--from",
        paramLabel = "<dir>",
        description = "Directory of the built remotes; default: those of this installation")
    private @Nullable Path from;

    @Option(
        names = "--endpoint",
        paramLabel = "<url>",
        description = "Address of an S3-compatible store other than Amazon's",
        defaultValue = "${env:AWS_ENDPOINT_URL}")
    private @Nullable URI endpoint;

    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Publish() {}

    @Override
    public Integer call() {
      try (var store = store()) {
        for (Release release : Release.in(source())) {
          boolean published = store.publish(release);
          output.result(
              JsonObject.of(
                  "platform", release.suffix(), "sha", release.sha(), "published", published),
              (_, out) ->
                  out.printf(
                      "%s: %s %s%n",
                      release.suffix(),
                      release.sha(),
                      published ? "published" : "was published already"));
        }
        return 0;
      } catch (PublishException e) {
        throw CommandFailure.failed(String.valueOf(e.getMessage()), null);
      }
    }

    private ReleaseStore store() throws PublishException {
      return target.startsWith("s3://")
          ? S3Store.open(URI.create(target), endpoint)
          : new DirectoryStore(Path.of(target));
    }

    private Path source() {
      if (from != null) {
        return from;
      }
      return Installation.current()
          .flatMap(Installation::remoteBinaries)
          .orElseThrow(() ->
              CommandFailure.usage(
                  "no built remote in this installation", "build first, or name one by --from"));
    }
  }
}
