package io.agentservice.cli.connection;

import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.client.organization.OrganizationClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One call to the service, and its answer for people or as JSON. */
public abstract class ServiceAction implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private Output output;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  protected ServiceAction() {}

  /** Makes the call. */
  protected abstract JsonObject act(AgentClient client);

  /** The organization that the caller named, else his own. */
  public OrganizationClient organization(AgentClient client) {
    return client.organization(connection.organization(client));
  }

  /** Shows the answer to people. */
  protected void show(JsonObject answer, PrintWriter out) {
    fields(answer, out);
  }

  @Override
  public Integer call() {
    var answer = connection.callPlain(this::act);
    output.result(answer, this::show);
    return 0;
  }

  /** A line for each field that says something; a text of several lines below its name. */
  protected static void fields(JsonObject object, PrintWriter out) {
    for (String name : object.fields().keySet()) {
      var value = object.fields().get(name);
      String text =
          value instanceof List<?> || value instanceof Map<?, ?>
              ? nested(value)
              : object.text(name);
      if (text != null && !text.isEmpty()) {
        boolean long_ = text.contains("\n");
        out.printf("%-22s %s%n", name, long_ ? "" : text);
        if (long_) {
          text.lines().forEach(line -> out.println("  " + line));
        }
      }
    }
  }

  private static @Nullable String nested(Object value) {
    String json = JsonObject.of("v", value).toJson();
    String text = json.substring("{\"v\":".length(), json.length() - 1);
    return text.equals("[]") || text.equals("{}") ? null : text;
  }

  /** A line for each of the items. */
  protected static void rows(JsonObject answer, List<String> columns, Cell cell, PrintWriter out) {
    for (var item : answer.objects("items")) {
      var texts =
          columns.stream()
              .map(name -> PlainText.line(Objects.requireNonNullElse(cell.of(item, name), "-")))
              .toList();
      out.println(String.join("  ", texts));
    }
  }

  /** What people see of a field of an item; null: nothing. */
  protected interface Cell {
    @Nullable String of(JsonObject item, String column);
  }

  /** A page of a list. */
  public abstract static class Lister extends ServiceAction {
    @Mixin private PageOptions page = new PageOptions();

    protected abstract CollectionClient of(AgentClient client);

    /** Which of them. */
    protected Query filters() {
      return Query.NONE;
    }

    /** What people see of a field; null: nothing. */
    protected @Nullable String cell(JsonObject item, String column) {
      return item.text(column);
    }

    /** Names of the fields that people see of each, in this order; the id first. */
    protected abstract List<String> columns();

    @Override
    protected JsonObject act(AgentClient client) {
      return PageOptions.json(of(client).list(page.query(filters())));
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      rows(answer, columns(), this::cell, out);
      PageOptions.next(answer, out);
    }
  }

  /** One thing, named by its id. */
  public abstract static class OfOne extends ServiceAction {
    @Parameters(index = "0", paramLabel = "<id>", description = "Its id, as the list shows it")
    @SuppressWarnings("NullAway.Init") // required
    private String id;

    protected String id() {
      return id;
    }
  }

  /** Shows one. */
  public abstract static class Shower extends OfOne {
    protected abstract CollectionClient of(AgentClient client);

    @Override
    protected JsonObject act(AgentClient client) {
      return of(client).get(id());
    }
  }

  /** Deletes one, and shows what it was. */
  public abstract static class Deleter extends OfOne {
    protected abstract CollectionClient of(AgentClient client);

    @Override
    protected JsonObject act(AgentClient client) {
      return of(client).delete(id());
    }
  }
}
