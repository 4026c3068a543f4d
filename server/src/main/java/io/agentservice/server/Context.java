package io.agentservice.server;

import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Addresses;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Feature;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.context.attachments.AttachmentsFeature;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.indexing.IndexingFeature;
import io.agentservice.server.context.knowledge.Knowledge;
import io.agentservice.server.context.playbooks.PlaybooksFeature;
import io.agentservice.server.context.searches.SearchesFeature;
import io.agentservice.server.context.secrets.SecretsFeature;
import io.agentservice.server.context.tags.TagsFeature;
import io.agentservice.server.engine.sessions.SessionContext;
import java.util.List;
import java.util.stream.Stream;

/** The wing {@code context}, wired; {@code blobs} is closed with it. */
record Context(
    Knowledge knowledge,
    PlaybooksFeature playbooks,
    SecretsFeature secrets,
    AttachmentsFeature attachments,
    TagsFeature tags,
    GitFeature git,
    IndexingFeature indexing,
    SearchesFeature searches,
    BlobStore blobs)
    implements AutoCloseable {

  static Context wire(
      Database database, Vault vault, Lists lists, Addresses addresses, Settings settings) {
    var blobs = DataStore.blobs(settings.attachments());
    var git = GitFeature.wire(database, vault, lists);
    var indexing = IndexingFeature.wire(database, git, lists, settings);
    return new Context(
        Knowledge.wire(database, lists),
        PlaybooksFeature.wire(database, lists),
        SecretsFeature.wire(database, vault, lists),
        AttachmentsFeature.wire(database, vault, blobs, addresses, settings.attachments()),
        TagsFeature.wire(database, settings.features().contains(Feature.SESSION_TAGS)),
        git,
        indexing,
        SearchesFeature.wire(database, indexing.search(), lists),
        blobs);
  }

  SessionContext forSessions() {
    return new SessionContext(
        knowledge.notes(),
        playbooks.playbooks(),
        secrets.secrets(),
        attachments.attachments(),
        attachments.addresses(),
        tags.tags(),
        git.repositories());
  }

  List<Route> routes() {
    return Stream.of(
            knowledge.routes(),
            playbooks.routes(),
            secrets.routes(),
            attachments.routes(),
            tags.routes(),
            git.routes(),
            indexing.routes(),
            searches.routes())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void close() {
    git.close();
    blobs.close();
  }
}
