package io.agentservice.server.context.attachments;

import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The addresses of attachments at this server, written and understood. */
public final class AttachmentAddresses {
  private static final Pattern PATH =
      Pattern.compile(
          "/(?:(?:v3|v3beta1)/organizations/([^/?#]+)|v1)/attachments/([^/?#]+)/([^/?#]+)(?:[?#].*)?");

  /** A line of a text that attaches a file (sessions.md 4). */
  private static final Pattern LINE =
      Pattern.compile("^ATTACHMENT:[ \\t]*\"([^\"]+)\"[ \\t]*\\r?$", Pattern.MULTILINE);

  private final Addresses addresses;

  public AttachmentAddresses(Addresses addresses) {
    this.addresses = addresses;
  }

  /**
   * What an address names, existing or not; a null organization is not in it, a null id is invalid.
   */
  public record Named(@Nullable OrgId orgId, @Nullable AttachmentId id, String name) {

    /** Whether it names this attachment. */
    public boolean names(@Nullable Attachment attachment) {
      return attachment != null
          && attachment.name().equals(name)
          && (orgId == null || orgId.equals(attachment.orgId()));
    }
  }

  /** Its {@code url}. */
  public String of(Attachment attachment) {
    return "%s/v3/organizations/%s/attachments/%s"
        .formatted(addresses.base(), attachment.orgId(), below(attachment));
  }

  /** Without the organization, for callers that know one only (api-legacy.md 2). */
  public String withoutOrganization(Attachment attachment) {
    return "%s/v1/attachments/%s".formatted(addresses.base(), below(attachment));
  }

  private static String below(Attachment attachment) {
    return attachment.attachmentId().uuid() + "/" + FileName.encoded(attachment.name());
  }

  /** Where the bytes are for the bearer of the link. */
  String download(String link, String name) {
    return "%s/downloads/%s/%s".formatted(addresses.base(), link, FileName.encoded(name));
  }

  /** What the address names; empty when it is none of an attachment here. */
  public Optional<Named> read(String address) {
    String base = addresses.base();
    if (!address.startsWith(base)) {
      return Optional.empty();
    }
    var path = PATH.matcher(address.substring(base.length()));
    if (!path.matches()) {
      return Optional.empty();
    }
    String org = path.group(1);
    var orgId = org == null ? null : Id.parse(OrgId.class, org);
    boolean possible = org == null || orgId != null;
    return Optional.of(
        new Named(
            orgId,
            possible ? AttachmentId.ofAddress(path.group(2)) : null,
            decoded(path.group(3))));
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** What the lines of a text attach: attachments here, in order. */
  public List<Named> lines(String text) {
    return LINE.matcher(text).results().flatMap(line -> read(line.group(1)).stream()).toList();
  }
}
