-- Whatever is made for an organization waits for its deletion, and is not made in one that is deleted (ADR 42).
CREATE FUNCTION hold_organization(id text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM organization WHERE org_id = id AND deleted_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the organization is deleted' USING ERRCODE = 'ORG04';
  END IF;
END $$;

CREATE FUNCTION belonging_holds_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.org_id IS NOT NULL THEN
    PERFORM hold_organization(NEW.org_id);
  END IF;
  RETURN NEW;
END $$;

-- A key belongs where its service user does.
CREATE FUNCTION key_holds_organization() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  home text := coalesce(NEW.org_id, (SELECT s.org_id FROM service_user s WHERE s.service_user_id = NEW.principal_id));
BEGIN
  IF home IS NOT NULL THEN
    PERFORM hold_organization(home);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER api_key_holds_organization BEFORE INSERT ON api_key
  FOR EACH ROW EXECUTE FUNCTION key_holds_organization();

DO $$
DECLARE
  belonging text;
BEGIN
  FOREACH belonging IN ARRAY ARRAY[
    'acu_limit', 'attachment', 'folder', 'git_permission', 'indexed_branch', 'note', 'organization_group_member',
    'organization_tag', 'playbook', 'repository_setup', 'review', 'role_assignment', 'schedule', 'search', 'secret',
    'service_user', 'session'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION belonging_holds_organization()',
                   belonging || '_holds_organization', belonging);
  END LOOP;
END $$;
