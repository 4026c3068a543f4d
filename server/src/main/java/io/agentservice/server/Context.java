package io.agentservice.server;

import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.core.Wing;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.settings.OptionalFeature;
import io.agentservice.server.context.attachments.AttachmentsFeature;
import io.agentservice.server.context.git.GitFeature;
import io.agentservice.server.context.indexing.IndexingFeature;
import io.agentservice.server.context.knowledge.Knowledge;
import io.agentservice.server.context.mcp.McpServersFeature;
import io.agentservice.server.context.models.ModelRegistryFeature;
import io.agentservice.server.context.models.ServerModels;
import io.agentservice.server.context.playbooks.PlaybooksFeature;
import io.agentservice.server.context.searches.SearchesFeature;
import io.agentservice.server.context.secrets.SecretsFeature;
import io.agentservice.server.context.tags.TagsFeature;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.start.store.StoreMarker;
import java.util.List;

record Context(
    Knowledge knowledge,
    PlaybooksFeature playbooks,
    SecretsFeature secrets,
    McpServersFeature mcp,
    ModelRegistryFeature models,
    AttachmentsFeature attachments,
    TagsFeature tags,
    GitFeature git,
    IndexingFeature indexing,
    SearchesFeature searches,
    BlobStore blobs)
    implements Wing, AutoCloseable {

  /** {@code server}: the models that the operator has set up. */
  static Context wire(Core core, ServerModels server) {
    var settings = core.settings();
    var database = core.database();
    var vault = core.vault();
    var lists = core.lists();
    var blobs = StoreMarker.open(database, settings.content().attachments());
    var git = GitFeature.wire(database, vault, lists);
    var secrets = SecretsFeature.wire(database, vault, lists);
    var indexing = IndexingFeature.wire(database, git, lists, settings);
    return new Context(
        Knowledge.wire(database, lists),
        PlaybooksFeature.wire(database, lists),
        secrets,
        McpServersFeature.wire(database, secrets.secrets(), lists),
        ModelRegistryFeature.wire(database, vault, secrets.secrets(), server, lists),
        AttachmentsFeature.wire(
            database, vault, blobs, core.addresses(), settings.content().attachments()),
        TagsFeature.wire(database, settings.features().contains(OptionalFeature.SESSION_TAGS)),
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
        git.repositories(),
        models.models(),
        mcp.servers());
  }

  /** In the order in which they are erased. */
  List<Belongings> belongings() {
    return List.of(
        knowledge.notes()::erase,
        knowledge.folders()::erase,
        playbooks.playbooks()::erase,
        secrets.secrets()::erase,
        mcp.servers()::erase,
        models.models()::erase,
        tags.tags()::erase,
        indexing.belongings(),
        searches.searches()::erase);
  }

  @Override
  public List<Feature> features() {
    return List.of(
        knowledge, playbooks, secrets, mcp, models, attachments, tags, git, indexing, searches);
  }

  @Override
  public void close() {
    git.close();
    blobs.close();
  }
}
