package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.blobs.NoBlobs;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.context.attachments.AttachmentAddresses;
import io.agentservice.server.context.attachments.Attachments;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.context.knowledge.Notes;
import io.agentservice.server.context.mcp.McpServers;
import io.agentservice.server.context.models.RegisteredModels;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.secrets.Secrets;
import io.agentservice.server.context.tags.OrganizationTags;

/** What an organization keeps for its sessions. */
public record SessionContext(
    Notes notes,
    Playbooks playbooks,
    Secrets secrets,
    Attachments attachments,
    AttachmentAddresses addresses,
    OrganizationTags tags,
    GitRepositories git,
    RegisteredModels models,
    McpServers mcpServers) {

  /** On a database, without a store of attachments; {@code vault} opens its secrets. */
  public static SessionContext of(Database database, Vault vault) {
    var secrets = new Secrets(database, vault);
    return new SessionContext(
        new Notes(database),
        new Playbooks(database),
        secrets,
        new Attachments(database, new NoBlobs(), vault, 0),
        new AttachmentAddresses(new Addresses(null, null, null)),
        new OrganizationTags(database, true),
        GitRepositories.of(database, vault, new Forges()),
        new RegisteredModels(database, secrets, _ -> true),
        new McpServers(database, secrets));
  }
}
