package io.agentservice.server.testing;

import org.junit.jupiter.api.BeforeEach;

/** Tests with an outpost of their own each, as the account's admin. */
public abstract class OnOutpost extends OnOrganization {
  protected static final String AGENTS = "/opbeta/outposts/agents";
  protected static final String OUTPOSTS = "/opbeta/outposts/outposts";

  protected ApiClient admin;
  protected String outpost;

  @BeforeEach
  void freshOutpost() {
    admin = server.admin();
    outpost = outpost(org.value().substring(4));
  }

  /** A new session in the outpost's queue; its id. */
  protected String session() {
    return admin.post(path("sessions"), "{\"prompt\":\"p\"}").ok().text("/session_id");
  }

  protected Reply claim(String session, String acceptor) {
    return act(admin, session, "claim", acceptor);
  }

  protected Reply release(String session, String acceptor) {
    return act(admin, session, "release", acceptor);
  }

  protected Reply act(ApiClient client, String session, String action, String acceptor) {
    return client.post(
        "%s/%s/%s".formatted(AGENTS, session, action),
        "{\"acceptor_id\":\"%s\"}".formatted(acceptor));
  }
}
