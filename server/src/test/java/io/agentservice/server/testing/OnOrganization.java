package io.agentservice.server.testing;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;

/** Tests in an organization of their own each, as its member. */
public abstract class OnOrganization extends OnServer {
  protected OrgId org;
  protected ApiClient member;

  @BeforeEach
  void freshOrganization() {
    org = server.given().organization();
    member = server.as(server.given().key(org, "org_member"));
  }

  /** A path in the organization. */
  protected String path(String below) {
    return "/v3/organizations/" + org + "/" + below;
  }

  /** Another outpost for this organization's sessions alone; its id. */
  protected String outpost(String name) {
    return server
        .admin()
        .post(
            OnOutpost.OUTPOSTS,
            json("name", name, "platform", "linux", "allowed_org_ids", List.of(org)))
        .ok()
        .text("/metadata/outpost_id");
  }

  /** Waits until it is so, half a minute at most. */
  protected static void await(BooleanSupplier condition) {
    Await.until(condition);
  }
}
