package io.agentservice.cli.session;

import io.agentservice.cli.session.export.SessionExportCommand;
import io.agentservice.cli.session.replay.SessionReplayCommand;
import io.agentservice.cli.session.shell.SessionTerminalCommand;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent session}: the sessions of a running service. */
@Command(
    name = "session",
    description = "Creates, lists, follows and ends sessions of a running service.",
    mixinStandardHelpOptions = true,
    subcommands = {
      SessionCreateCommand.class,
      SessionListCommand.class,
      SessionCommand.Get.class,
      SessionCommand.Message.class,
      SessionCommand.Interrupt.class,
      ApprovalCommands.Of.class,
      ApprovalCommands.Approve.class,
      ApprovalCommands.Refuse.class,
      SessionCommand.Fork.class,
      SessionCommand.Sleep.class,
      SessionCommand.Resume.class,
      SessionEventsCommand.class,
      SessionChangesCommand.class,
      SessionFilesCommand.class,
      SessionReadCommand.class,
      SessionTerminalCommand.class,
      SessionExportCommand.class,
      SessionReplayCommand.class,
      SessionCommand.Archive.class,
      SessionCommand.Terminate.class
    })
public final class SessionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before run()
  SessionCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say what to do: create, list, get, message, interrupt, fork, sleep, resume, approvals, approve,"
            + " refuse, events, changes, files, read, terminal, export, replay, archive or"
            + " terminate");
  }

  @Command(name = "get", description = "Shows a session.", mixinStandardHelpOptions = true)
  static final class Get extends SessionAction {
    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.get(id);
    }
  }

  @Command(
      name = "message",
      description = "Sends a message; wakes a sleeping session.",
      mixinStandardHelpOptions = true)
  static final class Message extends SessionAction {
    @Parameters(
        index = "1",
        paramLabel = "<text>",
        description = "What to tell the agent; - reads it from standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String text;

    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.message(id, Prompts.read("message", text));
    }
  }

  @Command(
      name = "interrupt",
      description = "Stops what the agent does; it goes on with the message, or waits for one.",
      mixinStandardHelpOptions = true)
  static final class Interrupt extends SessionAction {
    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "<text>",
        description = "What to tell the agent; - reads it from standard input")
    private @Nullable String text;

    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.interrupt(id, text == null ? null : Prompts.read("message", text));
    }
  }

  @Command(
      name = "fork",
      description = {
        "Makes a session that goes on from what this one has said and done.",
        "It has a branch and a budget of its own, and the files as they were at that event, if they are kept."
      },
      mixinStandardHelpOptions = true)
  static final class Fork extends SessionAction {
    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "<text>",
        description = "What it is to do now; - reads it from standard input")
    private @Nullable String text;

    @Option(
        names = "--at",
        paramLabel = "<event>",
        description = "The number of the last event that counts (default: all)")
    private @Nullable Integer event;

    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.fork(id, event, text == null ? null : Prompts.read("message", text));
    }
  }

  @Command(
      name = "sleep",
      description = "Puts a session to sleep; a message or resume wakes it.",
      mixinStandardHelpOptions = true)
  static final class Sleep extends SessionAction {
    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.sleep(id);
    }
  }

  @Command(
      name = "resume",
      description = "Wakes a sleeping session; its agent goes on where it was.",
      mixinStandardHelpOptions = true)
  static final class Resume extends SessionAction {
    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.resume(id);
    }
  }

  @Command(
      name = "archive",
      description = "Puts a session away; a running one goes to sleep.",
      mixinStandardHelpOptions = true)
  static final class Archive extends SessionAction {
    @Option(names = "--undo", description = "Take it out of the archive instead")
    private boolean undo;

    @Override
    Session act(SessionClient sessions, String id) {
      return undo ? sessions.unarchive(id) : sessions.archive(id);
    }
  }

  @Command(
      name = "terminate",
      description = "Ends a session for good.",
      mixinStandardHelpOptions = true)
  static final class Terminate extends SessionAction {
    @Option(names = "--archive", description = "Put it away too")
    private boolean archive;

    @Override
    Session act(SessionClient sessions, String id) {
      return sessions.terminate(id, archive);
    }
  }
}
