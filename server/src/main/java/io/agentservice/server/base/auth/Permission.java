package io.agentservice.server.base.auth;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The permission catalogue (auth.md 3). */
public enum Permission {
  USE_AGENT_SESSIONS(Scope.ORG),
  VIEW_ORG_SESSIONS(Scope.ORG),
  MANAGE_ORG_SESSIONS(Scope.ORG, VIEW_ORG_SESSIONS),
  IMPERSONATE_ORG_SESSIONS(Scope.ORG),
  MANAGE_ORG_KNOWLEDGE(Scope.ORG),
  MANAGE_ORG_PLAYBOOKS(Scope.ORG),
  MANAGE_ORG_SECRETS(Scope.ORG),
  MANAGE_ORG_SCHEDULES(Scope.ORG),
  MANAGE_ORG_SERVICE_USERS(Scope.ORG),
  MANAGE_ORG_SETTINGS(Scope.ORG),
  VIEW_ORG_MEMBERSHIP(Scope.ORG),
  MANAGE_ORG_MEMBERSHIP(Scope.ORG, VIEW_ORG_MEMBERSHIP),
  VIEW_ORG_METRICS(Scope.ORG),
  VIEW_ORG_CONSUMPTION(Scope.ORG),
  INDEX_ORG_REPOSITORIES(Scope.ORG),
  USE_REVIEW_MANUAL(Scope.BOTH),
  READ_ACCOUNT_META(Scope.ACCOUNT),
  MANAGE_ENTERPRISE_SETTINGS(Scope.ACCOUNT, MANAGE_ORG_SETTINGS),
  MANAGE_ORGANIZATIONS(Scope.ACCOUNT),
  VIEW_ACCOUNT_MEMBERSHIP(Scope.ACCOUNT, VIEW_ORG_MEMBERSHIP),
  MANAGE_ACCOUNT_MEMBERSHIP(
      Scope.ACCOUNT, VIEW_ACCOUNT_MEMBERSHIP, MANAGE_ORG_MEMBERSHIP, VIEW_ORG_MEMBERSHIP),
  MANAGE_ACCOUNT_SERVICE_USERS(Scope.ACCOUNT, MANAGE_ORG_SERVICE_USERS),
  MANAGE_ACCOUNT_KNOWLEDGE(Scope.ACCOUNT, MANAGE_ORG_KNOWLEDGE),
  MANAGE_ACCOUNT_PLAYBOOKS(Scope.ACCOUNT, MANAGE_ORG_PLAYBOOKS),
  MANAGE_GIT_INTEGRATIONS(Scope.ACCOUNT),
  VIEW_ACCOUNT_CONSUMPTION(Scope.ACCOUNT, VIEW_ORG_CONSUMPTION),
  MANAGE_BILLING(Scope.ACCOUNT, VIEW_ACCOUNT_CONSUMPTION, VIEW_ORG_CONSUMPTION),
  VIEW_ACCOUNT_METRICS(Scope.ACCOUNT, VIEW_ORG_METRICS),
  VIEW_ENTERPRISE_INFRA_DETAILS(Scope.ACCOUNT),
  VIEW_ACCOUNT_SESSIONS(Scope.ACCOUNT, VIEW_ORG_SESSIONS),
  MANAGE_ACCOUNT_SESSIONS(
      Scope.ACCOUNT,
      VIEW_ACCOUNT_SESSIONS,
      VIEW_ORG_SESSIONS,
      MANAGE_ORG_SESSIONS,
      USE_AGENT_SESSIONS),
  USE_OUTPOSTS_MACHINE(Scope.ACCOUNT),
  MANAGE_OUTPOSTS_ORCHESTRATOR(Scope.ACCOUNT, USE_OUTPOSTS_MACHINE);

  private static final Map<String, Permission> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Permission::wireName, p -> p));

  private final Scope scope;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of makes an immutable one
  private final Set<Permission> implied;

  Permission(Scope scope, Permission... implied) {
    this.scope = scope;
    this.implied = Set.of(implied);
  }

  /** Where a permission can be held: in the whole account, in one organization, or either. */
  public enum Scope {
    ACCOUNT,
    ORG,
    BOTH
  }

  public Scope scope() {
    return scope;
  }

  public String wireName() {
    var name = new StringBuilder();
    for (String word : name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }

  /** The permission of that name, also with the alias word (completions.md 2). */
  public static Optional<Permission> of(String wireName) {
    return Optional.ofNullable(BY_NAME.get(wireName.replace("Devin", "Agent")));
  }

  /** Those of the names that are permissions. */
  public static Set<Permission> of(Collection<String> wireNames) {
    var found = EnumSet.noneOf(Permission.class);
    wireNames.forEach(name -> of(name).ifPresent(found::add));
    return found;
  }

  public static List<String> names(Collection<Permission> permissions) {
    return permissions.stream().map(Permission::wireName).sorted().toList();
  }

  /** All of them and everything they imply. */
  public static Set<Permission> closure(Collection<Permission> permissions) {
    return permissions.stream()
        .flatMap(permission -> permission.closure().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** This permission and all that imply it. */
  public Set<Permission> implying() {
    return Arrays.stream(values())
        .filter(permission -> permission.closure().contains(this))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** This permission and everything it implies. */
  public Set<Permission> closure() {
    var all = EnumSet.of(this);
    implied.forEach(permission -> all.addAll(permission.closure()));
    return Collections.unmodifiableSet(all);
  }
}
