package io.agentservice.server.agent.review;

import io.agentservice.server.agent.loop.changes.Comparing;
import io.agentservice.server.agent.review.WorkLog.Stored;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.context.attachments.Attachments;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The patches of the last end of a turn, from the start of the session on. */
final class StoredChanges {
  private final Attachments attachments;

  StoredChanges(Attachments attachments) {
    this.attachments = attachments;
  }

  /** {@code reason}: why there is nothing live. */
  ChangeList list(Scope scope, List<Stored> patches, String reason) {
    var repos = new ArrayList<ChangeList.Repo>();
    var at = Instant.EPOCH;
    boolean more = false;
    int left = Comparing.MOST_FILES;
    for (var patch : there(scope, patches)) {
      try (var bytes = open(scope, patch)) {
        var files = PatchFiles.of(bytes);
        more |= files.size() > left;
        var shown = files.subList(0, Math.min(left, files.size()));
        left -= shown.size();
        repos.add(new ChangeList.Repo(patch.directory(), null, null, 0, shown));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      at = patch.at().isAfter(at) ? patch.at() : at;
    }
    return repos.isEmpty()
        ? ChangeList.none(reason)
        : new ChangeList("stored", reason, at.getEpochSecond(), repos, more);
  }

  /** A later patch has taken the place of some, as of those that a fork has of its origin. */
  List<Stored> there(Scope scope, List<Stored> patches) {
    return patches.stream()
        .filter(
            patch -> attachments.find(scope, new AttachmentId(patch.attachmentId())).isPresent())
        .toList();
  }

  private InputStream open(Scope scope, Stored patch) {
    var id = new AttachmentId(patch.attachmentId());
    return attachments
        .find(scope, id)
        .map(found -> attachments.open(id, 0, found.sizeBytes()))
        .orElseGet(InputStream::nullInputStream); // withdrawn in this moment
  }

  /** All of them, one after the other; each names its files as that of all repositories does. */
  byte[] patch(Scope scope, List<Stored> patches) throws TooLargeException {
    var all = new ByteArrayOutputStream();
    for (var patch : patches) {
      try (var bytes = open(scope, patch)) {
        var own = bytes.readNBytes(Comparing.MOST_BYTES + 1 - all.size());
        all.writeBytes(PatchPaths.below(patch.directory(), own));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (all.size() > Comparing.MOST_BYTES) {
        throw new TooLargeException();
      }
    }
    return all.toByteArray();
  }

  /** More than {@link Comparing#MOST_BYTES}. */
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1;
  }
}
