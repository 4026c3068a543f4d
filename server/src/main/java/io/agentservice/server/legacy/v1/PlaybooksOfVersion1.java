package io.agentservice.server.legacy.v1;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_PLAYBOOKS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.keyOrganization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.context.playbooks.PlaybookBody;
import io.agentservice.server.context.playbooks.Playbooks;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class PlaybooksOfVersion1 {
  private static final String ALL = "/v1/playbooks";
  private static final String ONE = ALL + "/{playbook_id}";
  private static final int MOST = 1000;

  private final Playbooks playbooks;

  PlaybooksOfVersion1(Playbooks playbooks) {
    this.playbooks = playbooks;
  }

  List<Route> routes() {
    var read = keyOrganization(USE_AGENT_SESSIONS);
    var write = keyOrganization(MANAGE_ORG_PLAYBOOKS);
    return List.of(
        Route.get(ALL, read, this::list),
        Route.create(ALL, write, this::create),
        Route.get(ONE, read, this::get),
        Route.put(ONE, write, this::change).of(this::checkOwn),
        Route.delete(ONE, write, this::delete));
  }

  record PlaybookShown(
      PlaybookId playbookId,
      String title,
      String body,
      String status,
      String accessType,
      @Nullable OrgId orgId,
      String createdAt,
      String updatedAt,
      @JsonUnwrapped AuthorsShown authors,
      @Nullable String macro) {
    static PlaybookShown of(Playbook playbook) {
      return new PlaybookShown(
          playbook.playbookId(),
          playbook.title(),
          playbook.body(),
          "published",
          playbook.orgId() == null ? "community" : "team",
          playbook.orgId(),
          Times.iso(playbook.createdAt()),
          Times.iso(playbook.updatedAt()),
          AuthorsShown.of(playbook),
          playbook.macro());
    }
  }

  /** Who wrote it; the ids of authors that are no humans are null. */
  record AuthorsShown(
      @Nullable UserId createdByUserId,
      @Nullable String createdByUserName,
      @Nullable UserId updatedByUserId,
      @Nullable String updatedByUserName) {
    static AuthorsShown of(Playbook playbook) {
      return new AuthorsShown(
          Id.parse(UserId.class, playbook.createdBy()),
          playbook.createdByName(),
          Id.parse(UserId.class, playbook.updatedBy()),
          playbook.updatedByName());
    }
  }

  private Answer list(Request request) {
    var newest = playbooks.list(request.scope(), null).walk(0, MOST);
    return ok(Lists.shown(newest, PlaybookShown::of));
  }

  private Supplier<Answer> create(Request request) {
    var draft = PlaybookBody.readTexts(request, true);
    return () -> ok(PlaybookShown.of(playbooks.create(request.scope(), draft, request.caller())));
  }

  private Answer get(Request request) {
    return ok(PlaybookShown.of(playbooks.get(request.scope(), id(request))));
  }

  private Answer change(Request request) {
    var draft = PlaybookBody.readTexts(request, false);
    playbooks.replace(request.scope(), id(request), draft, request.caller());
    return Success.ANSWER;
  }

  private Answer delete(Request request) {
    playbooks.delete(request.scope(), id(request), request.caller());
    return Success.ANSWER;
  }

  private void checkOwn(Request request) {
    playbooks.checkOwn(request.scope(), id(request));
  }

  private static PlaybookId id(Request request) {
    return request.id(PlaybookId.class);
  }
}
