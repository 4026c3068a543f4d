package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.repositories.RepoName;
import org.jspecify.annotations.Nullable;

public final class NoteBody {
  private static final int MAX_NAME = 256;
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int MAX_TRIGGER = 4096;
  private static final int MAX_MACRO = 64;

  private NoteBody() {}

  /** As a whole (api-org.md 3): name, body and trigger must be there. */
  static NoteDraft read(Request request) {
    var body = request.body();
    body.alias("trigger", "trigger_description");
    var draft =
        new NoteDraft(
            new Patch.Set<>(body.text("name", 1, MAX_NAME)),
            new Patch.Set<>(body.textOfBytes("body", 1, MAX_BODY_BYTES)),
            new Patch.Set<>(body.text("trigger", 0, MAX_TRIGGER)),
            body.patch("folder_id", field -> folder(body, field)),
            body.patch("is_enabled", field -> body.bool(field, true)),
            new Patch.Absent<>(),
            body.patch("pinned_repo", field -> pinnedRepo(body, field)));
    body.check();
    return draft;
  }

  /** With macro (api-legacy.md 3); {@code whole}: name, body and trigger are required. */
  public static NoteDraft readWithMacro(Request request, boolean whole) {
    var body = request.body();
    body.alias("trigger_description", "trigger");
    body.alias("parent_folder_id", "folder_id");
    if (whole) {
      body.require("name", "body", "trigger_description");
    }
    var draft =
        new NoteDraft(
            body.patchRequired("name", field -> body.optionalText(field, 1, MAX_NAME)),
            body.patchRequired("body", field -> body.optionalTextOfBytes(field, 1, MAX_BODY_BYTES)),
            body.patchRequired(
                "trigger_description", field -> body.optionalText(field, 0, MAX_TRIGGER)),
            body.patch("parent_folder_id", field -> folder(body, field)),
            new Patch.Absent<>(),
            body.patch("macro", field -> body.optionalText(field, 1, MAX_MACRO)),
            body.patch("pinned_repo", field -> pinnedRepo(body, field)));
    body.check();
    return draft;
  }

  private static @Nullable String pinnedRepo(Body body, String field) {
    String text = body.optionalText(field, 0, RepoName.MAX_LENGTH);
    if (text != null && !text.equals(Note.EVERYWHERE) && RepoName.parse(text) == null) {
      body.fail("pattern", "Input should be owner/repo, host/owner/repo or all", field);
    }
    return text;
  }

  /** A text that is no folder's id names a folder that does not exist. */
  static @Nullable FolderId folder(Body body, String field) {
    String text = body.optionalText(field, 1, MAX_NAME);
    var folder = text == null ? null : Id.parse(FolderId.class, text);
    if (text != null && folder == null) {
      body.fail("unknown_reference", "No such folder in this organization", field);
    }
    return folder;
  }
}
