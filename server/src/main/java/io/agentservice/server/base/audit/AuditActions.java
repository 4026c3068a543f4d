package io.agentservice.server.base.audit;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The actions that can be asked for (auth.md 7), written or reserved. */
public final class AuditActions {
  /** All names, in our spelling. */
  public static final Set<String> NAMES =
      Stream.concat(written(), reserved()).collect(Collectors.toUnmodifiableSet());

  private AuditActions() {}

  private static Stream<String> written() {
    return Stream.of(
        """
        login
        create_org update_org delete_org
        update_enterprise_settings update_org_settings update_enterprise_hypervisor_settings
        set_org_group_limits
        add_enterprise_member add_member delete_member
        create_join_request approve_join_request reject_join_request automatic_join_event
        assign_roles create_role update_role delete_role
        add_group_membership update_group_membership delete_group_membership
        create_service_user delete_service_user assign_service_user_role remove_service_user_role
        create_service_user_api_key revoke_service_user_api_key rotate_service_user_api_key
        create_pat revoke_pat rotate_pat
        update_preferences create_push_subscription delete_push_subscription
        create_service_api_key create_org_api_key create_user_api_key view_org_api_key
        view_user_api_key revoke_enterprise_api_key revoke_all_enterprise_api_keys
        create_session sleep_session terminate_session send_message archive_session
        unarchive_session update_session withdraw_message interrupt_session resume_session update_session_tags generate_insights repair_session
        open_terminal close_terminal open_desktop
        permission_response approve_deploy approve_test_app
        create_attachment
        create_knowledge edit_knowledge delete_knowledge create_folder update_folder delete_folder
        create_playbook update_playbook delete_playbook
        create_secret update_secret delete_secret
        create_schedule update_schedule delete_schedule execute_schedule
        create_git_connection update_git_connection delete_git_connection
        create_git_permission update_git_permission delete_git_permission
        github_integration_deleted remove_repo_from_agent
        start_repo_setup finish_repo_setup delete_repo_setup
        update_repo_setup_steering_knowledge delete_repo_setup_steering_knowledge
        update_repository_indexing
        ai_guardrail_violation update_ai_guardrail
        search_query
        create_model update_model delete_model
        mcp_server_install mcp_server_enable mcp_server_disable mcp_server_delete
        create_mcp_validation_session
        create_outpost delete_outpost claim_session release_session lapse_claim
        """
            .split("\\s+"));
  }

  private static Stream<String> reserved() {
    return Stream.of(
            Stream.of("create", "update", "reconnect", "refresh", "delete")
                .flatMap(verb ->
                    Stream.of("gitlab", "github", "azure_devops", "bitbucket")
                        .map(host -> verb + "_" + host + "_integration")),
            Stream.of("enable_persona", "disable_persona", "delete_persona"),
            Stream.of("create", "update", "delete").map(verb -> verb + "_maintenance_task"),
            Stream.of("create", "schedule", "execute").map(verb -> verb + "_snapshot_script"))
        .flatMap(names -> names);
  }

  /** A name in our spelling, whichever of both words was used (completions.md 2). */
  public static String ours(String name) {
    return name.equals("remove_repo_from_devin") ? "remove_repo_from_agent" : name;
  }
}
