package io.agentservice.cli.help;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent completion}: a script by which a shell completes commands and options. */
@Command(
    name = "completion",
    description = {
      "Prints a script by which a shell completes commands and options.",
      "To use it:",
      "bash: source <(agent completion bash), in ~/.bashrc",
      "zsh:  source <(agent completion zsh), in ~/.zshrc",
      "fish: agent completion fish | source, in ~/.config/fish/config.fish"
    },
    mixinStandardHelpOptions = true)
public final class CompletionCommand implements Callable<Integer> {

  /** Shells that are known. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "<shell>", description = "${COMPLETION-CANDIDATES}")
  private Shell shell;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  CompletionCommand() {}

  @Override
  public Integer call() {
    var root = spec.root().commandLine();
    var script =
        switch (shell) {
          case BASH -> AutoComplete.bash(root.getCommandName(), root);
          // The same script; it asks zsh for its bash mode, which needs this first.
          case ZSH ->
              "autoload -U +X compinit && compinit\n"
                  + AutoComplete.bash(root.getCommandName(), root);
          case FISH -> FishCompletion.of(root.getCommandSpec());
        };
    var out = spec.commandLine().getOut();
    out.println(script);
    out.flush();
    return CommandLine.ExitCode.OK;
  }
}
