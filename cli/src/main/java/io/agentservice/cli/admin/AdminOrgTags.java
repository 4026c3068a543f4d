package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.organization.OrganizationClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent admin org-tag}: which tags the sessions of an organization may have. */
@Command(
    name = "org-tag",
    description = {
      "Shows and changes which tags the sessions of an organization may have, and which they get.",
      "As long as none is allowed, every tag is."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminOrgTags.Show.class,
      AdminOrgTags.Add.class,
      AdminOrgTags.Replace.class,
      AdminOrgTags.Remove.class,
      AdminOrgTags.Default.class
    })
final class AdminOrgTags extends Group {
  private static final String TAGS = "tags";
  private static final String DEFAULT = "default_tag";

  /** Shows those of an organization, the default marked. */
  abstract static class OfOrganization extends ServiceAction.OfOne {
    static JsonObject tags(OrganizationClient organization) {
      var fields = organization.allTags().get().fields();
      fields.put(DEFAULT, organization.defaultTag().get().text(DEFAULT));
      return new JsonObject(fields);
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      for (var tag : answer.list(TAGS)) {
        boolean isDefault = String.valueOf(tag).equals(answer.text(DEFAULT));
        out.println(PlainText.line(String.valueOf(tag)) + (isDefault ? "  (default)" : ""));
      }
    }
  }

  /** Changes something about them before. */
  abstract static class Change extends OfOrganization {
    /** Does it; returns what was done, in words. */
    abstract String change(OrganizationClient organization);

    @Override
    protected JsonObject act(AgentClient client) {
      var organization = client.organization(id());
      String done = change(organization);
      try {
        return tags(organization);
      } catch (ClientException e) {
        throw CommandFailure.failed(
            "%s, but the tags can't be shown: %s".formatted(done, e.getMessage()),
            "see `agent admin org-tag show %s`".formatted(id()));
      }
    }
  }

  @Command(
      name = "show",
      description = "Shows the tags that are allowed.",
      mixinStandardHelpOptions = true)
  static final class Show extends OfOrganization {
    @Override
    protected JsonObject act(AgentClient client) {
      return tags(client.organization(id()));
    }
  }

  @Command(name = "add", description = "Allows tags more.", mixinStandardHelpOptions = true)
  static final class Add extends Change {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "<tag>", description = "Which")
    @SuppressWarnings("NullAway.Init") // required
    private List<String> tags;

    @Override
    String change(OrganizationClient organization) {
      organization.allTags().add(JsonObject.of(TAGS, tags));
      return "the tags are allowed";
    }
  }

  @Command(
      name = "replace",
      description = "Allows these tags and no other; without any, every tag.",
      mixinStandardHelpOptions = true)
  static final class Replace extends Change {
    @Parameters(index = "1..*", arity = "0..*", paramLabel = "<tag>", description = "Which")
    private List<String> tags = List.of();

    @Override
    String change(OrganizationClient organization) {
      organization.allTags().replace(JsonObject.of(TAGS, tags));
      return tags.isEmpty() ? "every tag is allowed" : "these tags are allowed and no other";
    }
  }

  @Command(
      name = "remove",
      description = "Allows a tag no longer; sessions that have it keep it.",
      mixinStandardHelpOptions = true)
  static final class Remove extends Change {
    /** At whose address is the default, whichever tag that is. */
    private static final String TAKEN = "default";

    @Parameters(index = "1", paramLabel = "<tag>", description = "Which")
    @SuppressWarnings("NullAway.Init") // required
    private String tag;

    @Override
    String change(OrganizationClient organization) {
      if (tag.equals(TAKEN)) {
        throw CommandFailure.usage(
            "the tag named default can't be removed alone", "replace all tags by the others");
      }
      organization.tags().delete(tag);
      return "the tag is allowed no longer";
    }
  }

  @Command(
      name = "default",
      description = "Sets which tag sessions get that name none, or that they get none.",
      mixinStandardHelpOptions = true)
  static final class Default extends Change {
    @Parameters(index = "1", arity = "0..1", paramLabel = "<tag>", description = "One allowed")
    private @Nullable String tag;

    @Option(names = "--none", description = "None")
    private boolean none;

    @Override
    String change(OrganizationClient organization) {
      if (none == (tag != null)) {
        throw CommandFailure.usage("say which tag", "name one that is allowed, or give --none");
      }
      if (none) {
        organization.defaultTag().clear();
      } else {
        organization.defaultTag().replace(JsonObject.of("tag", tag));
      }
      return none ? "there is no default any more" : "the default is set";
    }
  }
}
