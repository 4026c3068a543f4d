package io.agentservice.server.contract;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which feature owns which tables, and what others do with them, with the reason (ADR 0049). */
final class TableOwners {
  /** The feature of each table. */
  static final Map<String, String> OWNERS =
      inverted(
          parsed(
              """
              start.installation installation_secret
              base.audit audit_log
              base.auth api_key web_session
              base.background leader
              base.events event
              base.http.limits rate_window
              base.http.requests idempotency
              context.attachments attachment
              context.git git_connection git_permission
              agent.desk file_question
              agent.machines machine_place
              context.indexing index_chunk index_file index_job indexed_branch
              context.knowledge folder note
              context.mcp mcp_server
              context.models account_model registered_model
              context.playbooks playbook
              context.searches search
              context.secrets secret
              context.tags organization_tag
              identity.members human idp_group idp_group_member role_assignment service_user
              identity.passwords sign_in_failure
              identity.preferences preference saved_view
              identity.roles role
              engine.approvals approval
              engine.capacity hypervisor
              engine.children child_session
              engine.gitaccess session_branch
              engine.guardrails guardrail_violation
              engine.messages message
              engine.outposts granted_host outpost
              engine.pullrequests pull_request
              engine.push push_key push_notice push_position push_reader push_subscription
              engine.queue feed queue_entry
              engine.reviews review
              engine.schedules schedule schedule_run
              engine.sessions session session_analysis session_attachment session_change session_mcp_server session_secret
              engine.setups repository_setup repository_setup_run
              enterprise.auditlogs audit_seal audit_unsealed
              enterprise.consumption acu_booking acu_day
              enterprise.limits acu_limit organization_group organization_group_member
              enterprise.organizations account organization
              """));

  /** Statements that write tables of another feature. */
  static final Map<String, Set<String>> WRITTEN_BY_OTHERS =
      parsed(
          """
          # The first start makes all that an account begins with before a feature is there.
          FirstStartSql.insertAccount account
          FirstStartSql.insertFeed feed
          FirstStartSql.insertOrganization organization
          FirstStartSql.insertHuman human
          FirstStartSql.setPassword human
          FirstStartSql.insertServiceUser service_user
          FirstStartSql.assign role_assignment

          # The store's marker is kept beside the secrets of the installation.
          StoreMarkerSql.setMarker installation_secret

          # A log has no gap and no state is without its event: both are written by one statement.
          EventSql.append session
          EventSql.copy session
          TransitionSql.write event session

          # What a session's run changes is written where its row is locked, below the feature
          # that makes and shows it.
          TransitionSql.book session
          TransitionSql.bookMachine session
          TransitionSql.reserve session
          TransitionSql.unreserve session
          TransitionSql.structuredOutput session
          TransitionSql.endsByItself session
          TransitionSql.waits session
          TransitionSql.wakeLater session
          TransitionSql.inUse session
          TransitionSql.eraseSecrets session_secret
          PullRequestSql.state session

          # Settings of a whole organization or account lie in its row; each feature writes its own
          # columns.
          IpAccessSql.replace account
          ViolationSql.number account
          OutpostSql.setDefaultPlatform organization
          OutpostSql.setNetworkPolicy organization
          RetentionSql.replace organization
          ApprovalSql.replace organization
          MachineAccessSql.replace organization
          OrganizationTagSql.makeDefault organization
          TransitionSql.markEmptied organization

          # How a human signs in lies in his row; each way writes its own columns.
          OpenIdSql.insert human
          OpenIdSql.update human
          PasswordSql.change human

          # The base knows keys by what callers send; the feature ends them.
          ApiKeySql.endIn api_key
          ApiKeySql.revoke api_key
          ApiKeySql.revokeAll api_key
          ApiKeySql.revokeIn api_key
          LegacyKeySql.revoke api_key
          LegacyKeySql.revokeAllBut api_key
          """);

  /** Whether an organization lives is asked by the statement itself, so that nobody is too late. */
  static final Set<String> READ_BY_ALL = Set.of("account", "organization");

  /** Features that read tables of another one. */
  static final Map<String, Set<String>> READ_BY_OTHERS =
      parsed(
          """
          # A request is let in by one statement: the key, who holds it, and his roles.
          base.auth human role service_user

          # Sums over what others have written are made where the rows are.
          engine.capacity event outpost queue_entry session
          enterprise.auditlogs audit_log
          enterprise.consumption api_key pull_request session
          enterprise.metrics pull_request session

          # Lists and pages join what they show.
          engine.approvals session
          engine.children api_key role session
          engine.guardrails session
          engine.outposts queue_entry session
          engine.reviews session
          engine.sessions attachment child_session event human message pull_request queue_entry role
          engine.schedules human playbook role service_user
          identity.members api_key role

          # A machine is noted only where its session still is.
          agent.machines session

          # States and places are decided from all that they depend on, in one snapshot.
          engine.gitaccess queue_entry session
          engine.lifecycle child_session outpost queue_entry session
          engine.pullrequests session
          engine.push event human preference role session session_change
          engine.queue session
          engine.setups session
          engine.stalls event outpost queue_entry session
          enterprise.organizations human role_assignment session
          identity.roles role_assignment

          # Nothing is kept of whoever is removed at that moment.
          identity.preferences human service_user

          # A copy of the database is checked against the files beside it.
          start.backup attachment

          # As they write it.
          identity.keys api_key
          identity.openid human
          identity.passwords human
          start.installation api_key role_assignment service_user
          start.store attachment installation_secret
          """);

  private TableOwners() {}

  /** Lines of a name and its tables; those that begin with # say why. */
  private static Map<String, Set<String>> parsed(String lines) {
    var parsed = new TreeMap<String, Set<String>>();
    lines
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split(" ", 2))
        .forEach(line -> parsed.put(line[0], new TreeSet<>(Set.of(line[1].split(" ")))));
    return parsed;
  }

  private static Map<String, String> inverted(Map<String, Set<String>> tables) {
    var owners = new HashMap<String, String>();
    tables.forEach((feature, of) -> of.forEach(table -> owners.put(table, feature)));
    return owners;
  }
}
