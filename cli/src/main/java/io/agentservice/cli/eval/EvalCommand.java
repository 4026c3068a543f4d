package io.agentservice.cli.eval;

import io.agentservice.cli.terminal.Group;
import picocli.CommandLine.Command;

/** {@code agent eval}. */
@Command(
    name = "eval",
    description = "Measures how well agents do their work.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = EvalRunCommand.class)
public final class EvalCommand extends Group {}
