package io.agentservice.server.context.indexing.work;

import io.agentservice.server.context.indexing.chunks.Chunk;
import io.agentservice.server.context.indexing.chunks.Words;
import io.agentservice.server.context.indexing.clones.RepositoryReader;
import io.agentservice.server.context.indexing.clones.RepositoryReader.Entry;
import io.agentservice.server.context.indexing.work.IndexWorkSql.Due;
import io.agentservice.server.context.indexing.work.IndexWorkSql.KnownFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A branch's files in the index, updated one by one; unchanged ones are not read. */
final class IndexedFiles {
  private static final int PIECE = 100;

  /** Texts of files that are written together, in characters. */
  private static final int PIECE_CHARACTERS = 1 << 20;

  private final Due branch;
  private final Writes writes;

  /** Runs statements in a transaction, unless the branch is another's. */
  @FunctionalInterface
  interface Writes {
    void write(Consumer<IndexWorkSql> work);
  }

  IndexedFiles(Due branch, Writes writes) {
    this.branch = branch;
    this.writes = writes;
  }

  private record Changed(Entry file, List<Chunk> chunks) {}

  /** Makes them those of a commit that was fetched. */
  void bring(RepositoryReader repository, String commit) {
    Map<String, KnownFile> known = new HashMap<>();
    writes.write(sql -> {
      known.clear();
      sql.files(branch.branchId()).forEach(file -> known.put(file.path(), file));
    });
    var changed = new ArrayList<Entry>();
    for (var file : repository.files(commit)) {
      var before = known.remove(file.path());
      if (before == null || !before.blob().equals(file.blob())) {
        changed.add(file);
      }
    }
    inPieces(List.copyOf(known.values()), gone -> writes.write(sql -> sql.drop(ids(gone))));
    readAll(repository, changed);
  }

  private void readAll(RepositoryReader repository, List<Entry> changed) {
    var piece = new ArrayList<Changed>();
    long characters = 0;
    try (var blobs = repository.blobs()) {
      for (var file : changed) {
        String text =
            file.size() > Chunk.MOST_FILE_BYTES ? "" : Chunk.text(blobs.read(file)).orElse("");
        piece.add(new Changed(file, Chunk.of(text)));
        characters += text.length();
        if (piece.size() == PIECE || characters > PIECE_CHARACTERS) {
          write(piece);
          piece.clear();
          characters = 0;
        }
      }
    }
    write(piece);
  }

  /** A file without text has no lines, so that it is not read again. */
  private void write(List<Changed> piece) {
    writes.write(sql -> {
      for (var changed : piece) {
        var file = changed.file();
        long id = sql.file(branch.branchId(), file.path(), file.blob());
        sql.dropChunks(id);
        if (!changed.chunks().isEmpty()) {
          var path = Words.of(file.path());
          sql.chunks(
              id,
              branch.branchId(),
              branch.orgId(),
              path.exact() + " " + path.parts(),
              IndexWorkSql.Columns.of(changed.chunks()));
        }
      }
    });
  }

  static List<Long> ids(List<KnownFile> files) {
    return files.stream().map(KnownFile::fileId).toList();
  }

  static <T> void inPieces(List<T> all, Consumer<List<T>> work) {
    for (int from = 0; from < all.size(); from += PIECE) {
      work.accept(all.subList(from, Math.min(all.size(), from + PIECE)));
    }
  }
}
