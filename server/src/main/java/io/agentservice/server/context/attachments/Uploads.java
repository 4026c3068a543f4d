package io.agentservice.server.context.attachments;

import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.function.Function;
import java.util.function.Supplier;

/** Takes files in: one a request, in the part {@code file} of a form. */
public final class Uploads {
  private static final String FIELD = "file";

  private final Attachments attachments;

  Uploads(Attachments attachments) {
    this.attachments = attachments;
  }

  /**
   * Reads the file to its end before the work; what is not kept is removed when the request ends.
   */
  public Supplier<Answer> prepare(Request request, Function<Attachment, Answer> shown) {
    var incoming = attachments.incoming(request.scope(), "user");
    request.atEnd(incoming::close);
    var file = request.upload(FIELD, attachments.mostBytes(), incoming::write);
    var _ = Attachments.name(file);
    incoming.finish();
    return () -> shown.apply(attachments.keep(incoming, file, request.caller()));
  }
}
