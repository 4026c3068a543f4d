package io.agentservice.wire.fleet;

import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonForm;
import io.agentservice.wire.json.JsonObject;
import java.util.Objects;

/** The JSON of the fleet's objects: every field is written, null if unknown (completions.md 1). */
public final class FleetJson {
  public static final JsonForm<QueueEntry> ENTRY =
      new JsonForm<>(FleetJson::write, FleetJson::entry);
  public static final JsonForm<EntryList> ENTRY_LIST =
      new JsonForm<>(FleetJson::write, FleetJson::entryList);
  public static final JsonForm<WatchEvent> WATCH_EVENT =
      new JsonForm<>(FleetJson::write, FleetJson::watchEvent);
  public static final JsonForm<Outpost> OUTPOST =
      new JsonForm<>(FleetJson::write, FleetJson::outpost);
  public static final JsonForm<OutpostPage> OUTPOST_PAGE =
      new JsonForm<>(FleetJson::write, FleetJson::outpostPage);

  private FleetJson() {}

  private static JsonObject write(EntryList list) {
    return JsonObject.whole(
        "items", list.items().stream().map(FleetJson::write).toList(),
        "cursor", list.cursor(),
        "has_next_page", list.hasNextPage(),
        "total", list.total());
  }

  private static EntryList entryList(Fields f) {
    return new EntryList(
        f.all("items", FleetJson::entry),
        f.text("cursor"),
        f.flag("has_next_page"),
        f.number("total"));
  }

  private static JsonObject write(WatchEvent event) {
    return JsonObject.whole(
        "type", event.type(), "object", write(event.object()), "cursor", event.cursor());
  }

  private static WatchEvent watchEvent(Fields f) {
    return new WatchEvent(f.text("type"), f.one("object", FleetJson::entry), f.text("cursor"));
  }

  private static JsonObject write(QueueEntry entry) {
    return JsonObject.whole(
        "metadata", write(entry.metadata()),
        "spec", write(entry.spec()),
        "status", write(entry.status()));
  }

  private static QueueEntry entry(Fields f) {
    return new QueueEntry(
        f.one("metadata", FleetJson::metadata),
        f.one("spec", FleetJson::spec),
        f.one("status", FleetJson::status));
  }

  private static JsonObject write(QueueEntry.Metadata metadata) {
    return JsonObject.whole(
        "session_id", metadata.sessionId(),
        "outpost_id", metadata.outpostId(),
        "created_at", metadata.createdAt(),
        "updated_at", metadata.updatedAt());
  }

  private static QueueEntry.Metadata metadata(Fields f) {
    return new QueueEntry.Metadata(
        f.text("session_id"), f.text("outpost_id"), f.number("created_at"), f.number("updated_at"));
  }

  private static JsonObject write(QueueEntry.Spec spec) {
    return JsonObject.whole(
        "kind", spec.kind(),
        "platform", spec.platform(),
        "remote_binary_sha", spec.remoteBinarySha(),
        "network_policy", write(spec.networkPolicy()));
  }

  private static QueueEntry.Spec spec(Fields f) {
    return new QueueEntry.Spec(
        f.text("kind"),
        f.text("platform"),
        f.textOrNull("remote_binary_sha"),
        f.one("network_policy", FleetJson::policy));
  }

  private static JsonObject write(QueueEntry.NetworkPolicy policy) {
    return JsonObject.whole(
        "enabled",
        policy.enabled(),
        "allow",
        policy.allow().stream().map(FleetJson::write).toList());
  }

  private static QueueEntry.NetworkPolicy policy(Fields f) {
    return new QueueEntry.NetworkPolicy(f.flag("enabled"), f.all("allow", FleetJson::allow));
  }

  private static JsonObject write(QueueEntry.Allow allow) {
    return JsonObject.of("hostname", allow.hostname(), "ipv4", allow.ipv4(), "ipv6", allow.ipv6());
  }

  private static QueueEntry.Allow allow(Fields f) {
    return new QueueEntry.Allow(
        f.textOrNull("hostname"), f.textOrNull("ipv4"), f.textOrNull("ipv6"));
  }

  private static JsonObject write(QueueEntry.Status status) {
    return JsonObject.whole(
        "phase", status.phase(),
        "acceptor_id", status.acceptorId(),
        "claim_deadline", status.claimDeadline(),
        "session_status", status.sessionStatus(),
        "connect_token", status.connectToken(),
        "gateway_url", status.gatewayUrl());
  }

  private static QueueEntry.Status status(Fields f) {
    return new QueueEntry.Status(
        f.text("phase"),
        f.textOrNull("acceptor_id"),
        f.numberOrNull("claim_deadline"),
        f.text("session_status"),
        f.textOrNull("connect_token"),
        f.textOrNull("gateway_url"));
  }

  private static JsonObject write(OutpostPage page) {
    return JsonObject.whole(
        "items", page.items().stream().map(FleetJson::write).toList(),
        "end_cursor", page.endCursor(),
        "has_next_page", page.hasNextPage(),
        "total", page.total());
  }

  private static OutpostPage outpostPage(Fields f) {
    return new OutpostPage(
        f.all("items", FleetJson::outpost),
        f.textOrNull("end_cursor"),
        f.flag("has_next_page"),
        f.number("total"));
  }

  private static JsonObject write(Outpost outpost) {
    var metadata = outpost.metadata();
    var spec = outpost.spec();
    var status = outpost.status();
    return JsonObject.whole(
        "metadata",
        JsonObject.whole(
            "outpost_id", metadata.outpostId(),
            "account_id", metadata.accountId(),
            "created_at", metadata.createdAt(),
            "owner_user_id", metadata.ownerUserId()),
        "spec",
        JsonObject.whole(
            "name", spec.name(),
            "platform", spec.platform(),
            "description", spec.description(),
            "allowed_org_ids", spec.allowedOrgIds()),
        "status",
        JsonObject.whole(
            "queue_depth", status.queueDepth(), "active_claims", status.activeClaims()));
  }

  private static Outpost outpost(Fields f) {
    return new Outpost(
        f.one("metadata", FleetJson::outpostMetadata),
        f.one("spec", FleetJson::outpostSpec),
        f.one(
            "status", s -> new Outpost.Status(s.number("queue_depth"), s.number("active_claims"))));
  }

  private static Outpost.Metadata outpostMetadata(Fields f) {
    return new Outpost.Metadata(
        f.text("outpost_id"),
        f.text("account_id"),
        f.number("created_at"),
        f.textOrNull("owner_user_id"));
  }

  private static Outpost.Spec outpostSpec(Fields f) {
    return new Outpost.Spec(
        f.text("name"),
        f.textOrNull("platform"),
        Objects.requireNonNullElse(f.textOrNull("description"), ""),
        f.textsOrNull("allowed_org_ids"));
  }
}
