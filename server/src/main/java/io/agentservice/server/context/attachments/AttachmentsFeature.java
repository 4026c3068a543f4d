package io.agentservice.server.context.attachments;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.settings.AttachmentSettings;
import java.time.Duration;
import java.util.List;

public record AttachmentsFeature(
    Attachments attachments,
    AttachmentAddresses addresses,
    Uploads uploads,
    Downloads downloads,
    List<Route> routes)
    implements Feature {

  /** The store is the caller's to close. */
  public static AttachmentsFeature wire(
      Database database,
      Vault vault,
      BlobStore blobs,
      Addresses server,
      AttachmentSettings settings) {
    var attachments = new Attachments(database, blobs, vault, settings.mostBytes());
    var addresses = new AttachmentAddresses(server);
    var uploads = new Uploads(attachments);
    var downloads =
        new Downloads(
            attachments,
            addresses,
            new SignedLinks(vault.signingKey("attachment links")),
            settings.linkSeconds());
    return new AttachmentsFeature(
        attachments,
        addresses,
        uploads,
        downloads,
        new AttachmentRoutes(uploads, downloads, addresses).routes());
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        // Every node: the store may be out of order on the leader alone.
        Chore.everywhere("attachments", Duration.ofMinutes(1), attachments::sweep)
            .taking(Duration.ofMinutes(10)));
  }
}
