package io.agentservice.server.context.attachments;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.ByteRange;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.problems.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends readers on to a signed address that needs no credential (api-org.md 2). */
public final class Downloads {
  private final Attachments attachments;
  private final AttachmentAddresses addresses;
  private final SignedLinks links;
  private final int linkSeconds;

  Downloads(
      Attachments attachments, AttachmentAddresses addresses, SignedLinks links, int linkSeconds) {
    this.attachments = attachments;
    this.addresses = addresses;
    this.links = links;
    this.linkSeconds = linkSeconds;
  }

  /** 307 to the attachment that the path names; 404 {@code attachment_not_found}. */
  public Answer redirect(Request request) {
    var id = AttachmentId.ofAddress(request.path("uuid"));
    String name = request.path("name");
    var attachment = id == null ? null : find(request.scope(), id, name);
    if (attachment == null) {
      throw Problem.notFound("attachment").exception();
    }
    String link = links.sign(attachment.attachmentId(), name, attachments.now() + linkSeconds);
    return new Answer.Empty(307, Map.of("Location", addresses.download(link, name)));
  }

  private @Nullable Attachment find(Scope scope, AttachmentId id, String name) {
    return attachments.find(scope, id).filter(found -> found.name().equals(name)).orElse(null);
  }

  /** The bytes, or a range of them. */
  Answer bytes(Request request) {
    var link = links.read(request.path("link"), request.path("name"));
    if (link == null) {
      throw expired();
    }
    var signed = attachments.signed(link.id(), link.expires());
    if (signed.attachment() == null) {
      throw Problem.notFound("attachment").exception();
    }
    if (signed.expired()) {
      throw expired();
    }
    return bytes(request, signed.attachment());
  }

  private Answer bytes(Request request, Attachment attachment) {
    String tag = '"' + attachment.sha256() + '"';
    String condition = request.header("If-Range");
    boolean same = condition == null || condition.equals(tag);
    long size = attachment.sizeBytes();
    var range = ByteRange.wanted(same ? request.header("Range") : null, size, "file");
    var headers = new LinkedHashMap<>(Answer.HARMLESS);
    headers.put("Content-Disposition", FileName.disposition(attachment.name()));
    headers.put("Accept-Ranges", "bytes");
    headers.put("ETag", tag);
    if (range.partial()) {
      headers.put("Content-Range", range.of(size));
    }
    return new Answer.Bytes(
        range.partial() ? 206 : 200,
        ServedType.of(attachment.contentType()),
        range.length(),
        headers,
        () -> attachments.open(attachment.attachmentId(), range.first(), range.length()));
  }

  private static RuntimeException expired() {
    return Problem.other(
            403,
            "link_expired",
            "The link has expired or was altered",
            "Ask for the attachment's url again, with your key")
        .exception();
  }
}
