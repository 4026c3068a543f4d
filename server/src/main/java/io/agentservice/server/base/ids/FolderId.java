package io.agentservice.server.base.ids;

@IdForm(prefix = "folder-", noun = "folder")
public final class FolderId extends Id {
  public FolderId(String value) {
    super(value);
  }
}
