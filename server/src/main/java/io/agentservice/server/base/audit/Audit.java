package io.agentservice.server.base.audit;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.AuditId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Writes audit records (auth.md 7), whose {@code data} holds no secret, token, prompt or body. */
public final class Audit {
  private static volatile Redactor redactor = Redactor.NONE;

  private Audit() {}

  /** From now on masks these secrets in every record: a caller may type a token as a name. */
  public static void mask(Redactor installation) {
    redactor = installation;
  }

  /** A null caller is the service itself, a null organization the account. */
  public record Entry(
      AccountId account,
      @Nullable OrgId org,
      @Nullable Caller caller,
      String action,
      Map<String, ?> data) {}

  /** On a caller's request; a null organization is the account. */
  public static void record(
      Tx tx, Caller caller, String action, @Nullable OrgId org, Map<String, ?> data) {
    record(tx, List.of(new Entry(caller.principal().accountId(), org, caller, action, data)));
  }

  /** Several records, in order. */
  public static void record(Tx tx, List<Entry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    var rows = entries.stream().map(Audit::row).toList();
    tx.on(AuditSql.class).insert(Json.MAPPER.writeValueAsString(rows));
  }

  private static AuditSql.Row row(Entry entry) {
    var caller = entry.caller();
    var who = caller == null ? null : caller.principal();
    return new AuditSql.Row(
        Id.create(AuditId.class).value(),
        entry.account().value(),
        entry.org() == null ? null : entry.org().value(),
        entry.action(),
        who == null ? null : who.userId(),
        who == null ? null : masked(who.email()),
        who == null ? null : who.serviceUserId(),
        who == null || who.serviceUserId() == null ? null : masked(who.name()),
        caller == null ? null : caller.ip(),
        caller == null ? null : masked(caller.requestId()),
        masked(Json.MAPPER.valueToTree(entry.data())));
  }

  private static @Nullable String masked(@Nullable String text) {
    return text == null ? null : redactor.mask(text);
  }

  /** The same with each text masked; our own names of fields say nothing. */
  private static JsonNode masked(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var copy = Json.MAPPER.createObjectNode();
        object.properties().forEach(field -> copy.set(field.getKey(), masked(field.getValue())));
        yield copy;
      }
      case ArrayNode array -> {
        var copy = Json.MAPPER.createArrayNode();
        array.forEach(item -> copy.add(masked(item)));
        yield copy;
      }
      case StringNode text -> StringNode.valueOf(redactor.mask(text.stringValue()));
      default -> node;
    };
  }
}
