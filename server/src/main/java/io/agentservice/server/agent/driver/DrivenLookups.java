package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.pages.Pages;
import io.agentservice.server.agent.loop.session.LoopBrief;
import io.agentservice.server.agent.loop.tools.HostGrants;
import io.agentservice.server.agent.loop.tools.Lookups;
import io.agentservice.server.agent.loop.tools.NoteReader;
import io.agentservice.server.agent.loop.tools.RepositorySearch;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.indexing.Hit;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.context.knowledge.Note;
import io.agentservice.server.context.searches.Searches;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where a session's agent looks things up. */
record DrivenLookups(Sources sources, Scope scope, SessionId session) {
  /** {@code notes}: all that the model is told of; {@code grants}: for who is restricted. */
  Lookups of(List<LoopBrief.Note> notes, HostGrants grants) {
    var search = new Search(sources.searches(), scope, session);
    boolean indexed = sources.searches().any(scope);
    boolean restricted = sources.networks().restricts(session);
    return new Lookups(indexed ? search : null, pages(), reader(notes), restricted ? grants : null);
  }

  /** Those that the organization's policy allows. */
  private @Nullable Pages pages() {
    var pages = sources.pages();
    var org = Objects.requireNonNull(scope.orgId());
    return pages == null
        ? null
        : pages.under(() -> Reach.of(() -> sources.networks().hosts(org, session)));
  }

  /** Of those that are not shown; null when there is none. */
  private @Nullable NoteReader reader(List<LoopBrief.Note> notes) {
    var named = new HashSet<>(notes);
    named.removeAll(LoopBrief.shownOf(notes));
    var ids = named.stream().map(LoopBrief.Note::id).collect(Collectors.toSet());
    return ids.isEmpty() ? null : id -> ids.contains(id) ? body(id) : Optional.empty();
  }

  private Optional<String> body(String id) {
    return Reach.of(() -> sources.notes().find(scope, new NoteId(id))).map(Note::body);
  }

  /** The knowledge of the session, longer bodies than are shown cut. */
  List<LoopBrief.Note> notes(Session of) {
    return sources
        .notes()
        .fitting(scope, of.task().knowledgeIds(), of.task().repos(), LoopBrief.NOTES_CHARACTERS + 1)
        .stream()
        .map(note ->
            new LoopBrief.Note(note.noteId().value(), note.name(), note.trigger(), note.body()))
        .toList();
  }

  private record Search(Searches searches, Scope scope, SessionId session)
      implements RepositorySearch {
    @Override
    public List<HostedRepository> repositories() {
      return Reach.of(() -> searches.repositories(scope));
    }

    @Override
    public List<Hit> search(String query, @Nullable List<HostedRepository> repositories, int most) {
      var wanted = new Searches.Wanted(query, repositories, most);
      return Reach.of(() -> searches.searchForAgent(scope, wanted, session).hits());
    }
  }
}
