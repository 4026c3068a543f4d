package io.agentservice.server.base.ids;

/** A folder of knowledge notes. */
@IdForm(prefix = "folder-", noun = "folder")
public final class FolderId extends Id {
  public FolderId(String value) {
    super(value);
  }
}
