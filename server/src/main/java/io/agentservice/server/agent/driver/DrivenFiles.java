package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.requests.FilePart;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.attachments.IncomingAttachment;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.Turns.Turn;
import io.agentservice.server.engine.sessions.attachments.SessionAttachments;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The files of a session, for its loop on one connection of its remote. */
record DrivenFiles(
    SessionAttachments attachments, Turns turns, Scope scope, SessionId session, Tenure tenure)
    implements SharedFiles {
  private static final String PATCH = "text/x-patch";

  @Override
  public long mostBytes() {
    return attachments.kept().mostBytes();
  }

  @Override
  public InputStream open(String attachmentId, long from, long length) {
    return attachments.kept().open(new AttachmentId(attachmentId), from, length);
  }

  @Override
  public String share(String callId, String name, Consumer<Consumer<ByteBuffer>> content) {
    return keep(
        "agent",
        name,
        null,
        content,
        (turn, incoming, file) -> {
          var kept = attachments.give(session, incoming, file, callId);
          var data = Map.of("attachment_id", kept.attachmentId(), "name", kept.name());
          turn.event("attachment", Json.MAPPER.writeValueAsString(data));
          return attachments.address(kept);
        });
  }

  @Override
  public Given replace(String key, String name, Consumer<Consumer<ByteBuffer>> content) {
    return keep(
        "agent",
        name,
        PATCH,
        content,
        (_, incoming, file) -> {
          attachments.takeBack(scope, session, key);
          var kept = attachments.give(session, incoming, file, key);
          return new Given(kept.attachmentId().value(), attachments.address(kept));
        });
  }

  @Override
  public String keep(String key, Consumer<Consumer<ByteBuffer>> content) {
    return keep(
        SessionAttachments.HIDDEN,
        "work",
        null,
        content,
        (_, incoming, file) -> {
          attachments.takeBack(scope, session, key);
          return attachments.hide(session, incoming, file, key).attachmentId().value();
        });
  }

  @Override
  public InputStream kept(String attachmentId, long size) {
    return attachments.kept().openHidden(new AttachmentId(attachmentId), size);
  }

  @Override
  public void withdraw(String key) {
    locked(_ -> {
      attachments.takeBack(scope, session, key);
      return true;
    });
  }

  /** What is done with a file that is whole, in the transaction that holds the session. */
  private interface Keeping<T> {
    T keep(Turn turn, IncomingAttachment incoming, FilePart file);
  }

  private <T> T keep(
      String source,
      String name,
      @Nullable String type,
      Consumer<Consumer<ByteBuffer>> content,
      Keeping<T> keeping) {
    try (var incoming = attachments.kept().incoming(scope, source)) {
      var digest = sha256();
      var size = new long[1];
      content.accept(bytes -> {
        digest.update(bytes.duplicate());
        size[0] += bytes.remaining();
        incoming.write(bytes.duplicate());
      });
      incoming.finish();
      var file = new FilePart(name, type, size[0], HexFormat.of().formatHex(digest.digest()));
      return locked(turn -> keeping.keep(turn, incoming, file));
    }
  }

  private <T> T locked(Function<Turn, T> changes) {
    try {
      return turns.answer(
          session,
          tenure,
          turn -> {
            turn.lock();
            return changes.apply(turn);
          });
    } catch (Turns.StaleException e) {
      throw new StaleEpochException(String.valueOf(e.getMessage()));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public Optional<String> shared(String callId) {
    return attachments.givenBy(scope, session, callId).map(attachments::address);
  }
}
