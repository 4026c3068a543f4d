package io.agentservice.server.legacy.v1;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.settings.LegacySettings;
import io.agentservice.server.context.attachments.AttachmentsFeature;
import io.agentservice.server.context.knowledge.Knowledge;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.context.secrets.Secrets;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.insights.SessionHistories;
import io.agentservice.server.enterprise.consumption.Consumption;
import java.util.List;
import java.util.stream.Stream;

/** The routes of version 1. */
public record Version1(
    Knowledge knowledge,
    Playbooks playbooks,
    Secrets secrets,
    AttachmentsFeature attachments,
    SessionsFeature sessions,
    SessionHistories histories,
    Consumption consumption) {

  /** What is served; {@code addresses} are those of sessions' pages. */
  public List<Route> routes(Addresses addresses, LegacySettings settings) {
    return Stream.of(
            AuthStatus.routes(),
            new SessionsOfVersion1(sessions, histories, addresses, settings.ownerOnlyDelete())
                .routes(),
            new KnowledgeOfVersion1(knowledge).routes(),
            new PlaybooksOfVersion1(playbooks).routes(),
            new SecretsOfVersion1(secrets).routes(),
            new AttachmentsOfVersion1(attachments).routes(),
            new ConsumptionOfVersion1(consumption, addresses).routes())
        .flatMap(List::stream)
        .toList();
  }
}
