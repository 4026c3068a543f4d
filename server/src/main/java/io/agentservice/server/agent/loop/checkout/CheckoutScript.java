package io.agentservice.server.agent.loop.checkout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryCheckout;
import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;

/** What the machine runs for one checkout: values as shell variables, then {@code checkout.sh}. */
final class CheckoutScript {
  private static final String TEXT = read("checkout.sh");

  private CheckoutScript() {}

  static String of(
      RepositoryCheckout begun, CheckoutPlan.Place place, CheckoutPlan plan, SessionId session) {
    return new Variables()
            .add("mark", mark(begun))
            .add("session", session.value())
            .add("scratch", scratch(begun, session))
            .add("address", begun.address())
            .add("direct", place.address())
            .add("place", (place.host() + "/" + place.path()).toLowerCase(Locale.ROOT))
            .add("directory", "./" + begun.directory())
            .add("branch", begun.branch())
            .add("ref", Objects.requireNonNullElse(RepoName.ref(begun.repository()), ""))
            .add("plain_branch", "agent/" + CheckoutPlan.shortId(session))
            .add("author", plan.author().name())
            .add("email", plan.author().email())
            .add("co_author", plan.coAuthor() == null ? "" : plan.coAuthor().line())
            .add("mirror", Names.mirror(plan.organization(), place))
            .add("patience", Long.toString(plan.limit().toSeconds() / 2))
            .text
        + TEXT;
  }

  /** Removes what a checkout that was cut off has left. */
  static String cleanUp(RepositoryCheckout begun, SessionId session) {
    return new Variables().add("scratch", scratch(begun, session)).text + "rm -rf \"$scratch\"\n";
  }

  /** What begins the lines that are for the service; no repository can know it. */
  static String mark(RepositoryCheckout begun) {
    return "[" + begun.commandId() + "]";
  }

  private static String scratch(RepositoryCheckout begun, SessionId session) {
    return "./.agent-checkout-" + begun.directory() + "-" + CheckoutPlan.shortId(session);
  }

  private static final class Variables {
    private String text = "";

    Variables add(String name, String value) {
      text += name + "='" + value.replace("'", "'\\''") + "'\n";
      return this;
    }
  }

  private static String read(String name) {
    try (var in = Objects.requireNonNull(CheckoutScript.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
