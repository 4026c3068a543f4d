package io.agentservice.server.base.ids;

/** Also the id of the shell's command in the journal of the machine. */
@IdForm(prefix = "terminal-", noun = "terminal")
public final class TerminalId extends Id {
  public TerminalId(String value) {
    super(value);
  }
}
