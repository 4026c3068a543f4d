package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import java.util.List;
import java.util.stream.Stream;

public record Knowledge(Notes notes, Folders folders, List<Route> routes) implements Feature {

  public static Knowledge wire(Database database, Lists lists) {
    var notes = new Notes(database);
    var folders = new Folders(database);
    var routes =
        Stream.concat(
            new NoteRoutes(notes, lists).routes().stream(),
            new FolderRoutes(folders).routes().stream());
    return new Knowledge(notes, folders, routes.toList());
  }
}
