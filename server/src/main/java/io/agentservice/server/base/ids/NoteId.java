package io.agentservice.server.base.ids;

@IdForm(prefix = "note-", noun = "note")
public final class NoteId extends Id {
  public NoteId(String value) {
    super(value);
  }
}
