package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SecretId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.attachments.Attachment;
import io.agentservice.server.context.mcp.McpServerContent;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.engine.messages.Attached;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.SessionQuery;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** References of a creation; else 422 {@code unknown_reference} (api-org.md 1.2, 1.4). */
public record SessionReferences(Sessions sessions, SessionContext context, Addresses addresses) {
  private static final int MAX_ID = 256;
  private static final int MAX_ADDRESS = 2083;
  private static final int MAX_LINKS = 50;
  private static final int MAX_URLS = 50;
  private static final int MAX_IDS = 1000;
  private static final Pattern ADDRESS = Pattern.compile("(?i)https?://[^/?#\\s]\\S*");
  private static final String NO_SESSION = "No such session in this organization";

  /** The organization's playbook, or one of the enterprise; null for none. */
  @Nullable Playbook playbook(Request request, Body body, String field) {
    String text = body.optionalText(field, 0, MAX_ID);
    if (text == null) {
      return null;
    }
    var id = Id.parse(PlaybookId.class, text);
    var playbook = id == null ? null : context.playbooks().find(request.scope(), id).orElse(null);
    if (playbook == null) {
      unknown(body, "No such playbook in this organization", field);
    }
    return playbook;
  }

  /** That of the body, else the one that its parent gives to its children. */
  @Nullable Playbook playbookOf(Request request, Body body, @Nullable SessionId parent) {
    var own = playbook(request, body, "playbook_id");
    if (own != null || parent == null) {
      return own;
    }
    return Optional.ofNullable(sessions.manner(parent).childPlaybookId())
        .flatMap(id -> context.playbooks().find(request.scope(), id))
        .orElse(null);
  }

  /** The notes to choose from; null for all. */
  @Nullable List<String> knowledge(Request request, Body body) {
    var notes = context.notes();
    return chosen(body, "knowledge_ids", NoteId.class, ids -> notes.known(request.scope(), ids));
  }

  /** The secrets of the organization to choose from; null for all. */
  @Nullable List<String> secrets(Request request, Body body) {
    var secrets = context.secrets();
    return chosen(body, "secret_ids", SecretId.class, ids -> secrets.known(request.scope(), ids));
  }

  /** Servers of this session alone, which may name its {@code own} secrets. */
  List<McpServerContent> mcpServers(Request request, Body body, List<NewSession.Secret> own) {
    var keys = own.stream().map(NewSession.Secret::key).collect(Collectors.toSet());
    return context.mcpServers().ofSession(request.scope(), body, keys);
  }

  /** As the session keeps it: one of the organization's, else one of the server's. */
  @Nullable String model(Request request, Body body, String name) {
    String model = context.models().resolve(request.org(), name);
    if (model == null) {
      unknown(body, "No such model; GET .../models lists those that sessions may name", "model");
    }
    return model;
  }

  private static @Nullable List<String> chosen(
      Body body,
      String field,
      Class<? extends Id> type,
      Function<List<String>, Set<String>> known) {
    var ids = body.optionalTexts(field, 0, MAX_IDS, MAX_ID);
    if (ids != null) {
      var found = known.apply(ids.stream().filter(id -> Id.parse(type, id) != null).toList());
      for (int i = 0; i < ids.size(); i++) {
        if (!ids.get(i).isEmpty() && !found.contains(ids.get(i))) {
          body.failAt(
              "unknown_reference",
              "No such %s in this organization".formatted(Id.noun(type)),
              field,
              i);
        }
      }
    }
    return ids;
  }

  /** The sessions that are linked, by their ids or by the addresses of their pages. */
  List<SessionId> links(Request request, Body body) {
    var texts = body.optionalTexts("session_links", 0, MAX_LINKS, MAX_ADDRESS);
    if (texts == null || texts.isEmpty()) {
      return List.of();
    }
    var links = new LinkedHashSet<SessionId>();
    var known = known(request, texts.stream().map(this::linked).filter(Objects::nonNull).toList());
    for (int i = 0; i < texts.size(); i++) {
      var id = linked(texts.get(i));
      if (id != null && known.contains(id)) {
        links.add(id);
      } else if (!texts.get(i).isEmpty()) {
        body.failAt("unknown_reference", NO_SESSION, "session_links", i);
      }
    }
    return List.copyOf(links);
  }

  private @Nullable SessionId linked(String text) {
    String pages = addresses.base() + "/sessions/";
    return Id.parse(
        SessionId.class, text.startsWith(pages) ? text.substring(pages.length()) : text);
  }

  /** What {@code attachment_urls} brings: our own attachments, and addresses elsewhere. */
  Attached attached(Scope scope, Body body) {
    var urls = attachmentUrls(body);
    var own = urls.stream().flatMap(url -> sessions.attachments().read(url).stream()).toList();
    var known =
        sessions.attachments().named(scope, own).stream()
            .map(Attachment::attachmentId)
            .collect(Collectors.toSet());
    var ids = new LinkedHashSet<AttachmentId>();
    var links = new LinkedHashSet<String>();
    for (int i = 0; i < urls.size(); i++) {
      var named = sessions.attachments().read(urls.get(i)).orElse(null);
      if (named == null) {
        links.add(urls.get(i));
      } else if (named.id() != null && known.contains(named.id())) {
        ids.add(named.id());
      } else {
        body.failAt(
            "unknown_reference", "No such attachment in this organization", "attachment_urls", i);
      }
    }
    return new Attached(List.copyOf(ids), List.copyOf(links));
  }

  /** The addresses of what is attached. */
  private static List<String> attachmentUrls(Body body) {
    var urls = body.optionalTexts("attachment_urls", 0, MAX_URLS, MAX_ADDRESS);
    if (urls == null) {
      return List.of();
    }
    for (int i = 0; i < urls.size(); i++) {
      if (!urls.get(i).isEmpty() && !ADDRESS.matcher(urls.get(i)).matches()) {
        body.failAt("format", "Input should be an address of http or https", "attachment_urls", i);
      }
    }
    return urls;
  }

  /** The session that this one is made by: named in the query or, ours, in the body. */
  @Nullable SessionId parent(Request request, Body body) {
    var query = request.query();
    String asked = query.text("agent_id", SessionQuery::spelled);
    String given = body.optionalText("parent_session_id", 0, MAX_ID);
    given = given == null ? null : SessionQuery.spelled(given);
    if (asked != null && given != null && !asked.equals(given)) {
      body.fail("alias_conflict", "Same as agent_id of the query", "parent_session_id");
    }
    String text = asked == null ? given : asked;
    var parent = text == null ? null : Id.parse(SessionId.class, text);
    boolean unknown = text != null && (parent == null || known(request, List.of(parent)).isEmpty());
    if (unknown && asked != null) {
      query.fail("unknown_reference", NO_SESSION, "agent_id");
    } else if (unknown) {
      unknown(body, NO_SESSION, "parent_session_id");
    }
    query.check();
    return parent;
  }

  private Set<SessionId> known(Request request, List<SessionId> ids) {
    return sessions.known(request.org(), Set.copyOf(ids));
  }

  private static void unknown(Body body, String msg, String field) {
    body.fail("unknown_reference", msg, field);
  }
}
