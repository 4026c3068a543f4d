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
   * The preparation of a route: reads the file to its end and says how it is kept. What is not kept
   * then, as when the request is refused, cut off, or the repetition of one that was carried out,
   * is removed at the end of the request.
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
