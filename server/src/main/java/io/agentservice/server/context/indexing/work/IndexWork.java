package io.agentservice.server.context.indexing.work;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.background.Doorbell;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Outage;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.JobId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.base.settings.IndexSettings;
import io.agentservice.server.context.indexing.clones.CloneDirectories;
import io.agentservice.server.context.indexing.clones.GitException;
import io.agentservice.server.context.indexing.clones.GitProcess;
import io.agentservice.server.context.indexing.clones.Remote;
import io.agentservice.server.context.indexing.clones.RepositoryReader;
import io.agentservice.server.context.indexing.clones.RepositoryReader.Tip;
import io.agentservice.server.context.indexing.permitted.PermittedRepositories;
import io.agentservice.server.context.indexing.work.IndexWorkSql.Due;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the index of branches up to date: looks now and then and reads what differs. One server at
 * a time holds a branch; after the hold another resumes. Erases what nobody may read.
 */
public final class IndexWork {
  private static final Logger LOG = LoggerFactory.getLogger(IndexWork.class);

  /** A server that does not say for so long that it works is gone. */
  static final int HOLD_SECONDS = 60;

  private static final long SAY_NANOS = TimeUnit.SECONDS.toNanos(HOLD_SECONDS / 4);
  private static final int KEPT_JOBS = 20;
  private static final int ERASED_AT_ONCE = 500;

  /** Short: a silent host holds up all other branches. */
  private static final GitProcess.Bounds ASKING =
      new GitProcess.Bounds(Duration.ofSeconds(30), 1 << 20);

  private final Database database;
  private final PermittedRepositories repositories;
  private final CloneDirectories directories;
  private final IndexSettings settings;
  private final Doorbell due;
  private final boolean on;

  public IndexWork(
      Database database,
      PermittedRepositories repositories,
      Doorbell due,
      IndexSettings settings,
      boolean on) {
    this.database = database;
    this.due = due;
    this.on = on;
    this.repositories = repositories;
    this.directories = new CloneDirectories(settings.directory());
    this.settings = settings;
  }

  /** The branch is another's, or gone; nothing more may be written. */
  private static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Looks at one due branch, erases some removed content, and rings when there may be more; {@code
   * goesOn} is polled while git works.
   */
  public void run(BooleanSupplier goesOn) {
    boolean taken = on && takeNext(goesOn);
    if (eraseSome() == ERASED_AT_ONCE || taken) {
      due.ring();
    }
  }

  private int eraseSome() {
    return database.inTransaction(tx -> {
      var sql = tx.on(IndexWorkSql.class);
      int erased = sql.eraseRemoved(ERASED_AT_ONCE);
      sql.forgetRemoved();
      return erased;
    });
  }

  private boolean takeNext(BooleanSupplier goesOn) {
    String holder = Id.create(JobId.class).value(); // of this one look
    var due = database.with(IndexWorkSql.class, sql -> sql.claim(holder, HOLD_SECONDS));
    due.ifPresent(branch -> new Look(branch, holder, goesOn).run());
    return due.isPresent();
  }

  private final class Look {
    private final Due branch;
    private final String holder;
    private final BooleanSupplier goesOn;
    private long said = System.nanoTime();

    Look(Due branch, String holder, BooleanSupplier goesOn) {
      this.branch = branch;
      this.holder = holder;
      this.goesOn = goesOn;
    }

    void run() {
      try {
        look();
      } catch (LostException _) {
        LOG.info("the index of {} is another's now, or gone", branch.repository());
      }
    }

    private void look() {
      try {
        var remote =
            repositories.remote(new Scope(branch.accountId(), branch.orgId()), branch.repository());
        remote.ifPresentOrElse(this::read, this::erase);
      } catch (LostException e) {
        throw e;
      } catch (RuntimeException | Error e) { // or it would end every server, one after the other
        if (Outage.is(e)) {
          throw e;
        }
        if (!goesOn.getAsBoolean()) { // another server goes on with the job
          release(0);
          return;
        }
        failed(e);
      }
      release((int) settings.pause().toSeconds());
    }

    private void release(int pauseSeconds) {
      database.useTransaction(
          tx -> tx.on(IndexWorkSql.class).release(branch.branchId(), holder, pauseSeconds));
    }

    private void failed(Throwable e) {
      if (e instanceof GitException || e instanceof ProblemException) {
        LOG.warn("indexing {} failed: {}", branch.repository(), e.getMessage());
      } else {
        LOG.error("indexing {} failed", branch.repository(), e);
      }
      write(sql -> {
        sql.begin(Id.create(JobId.class), branch.branchId(), branch.branchName(), "");
        sql.fail(branch.branchId());
        sql.failedAgain(branch.branchId());
        sql.forgetOldJobs(branch.branchId(), KEPT_JOBS);
      });
    }

    private void read(Remote remote) {
      directories.sweep();
      try (var directory = directories.open()) {
        var bounds = new GitProcess.Bounds(settings.longest(), settings.mostBytes());
        var git = new GitProcess(remote, directory.path(), bounds, this::goesOnHolding);
        var repository = new RepositoryReader(git, remote);
        var asking = new GitProcess(remote, directory.path(), ASKING, this::goesOnHolding);
        Optional<Tip> tip = new RepositoryReader(asking, remote).tip(branch.branchName());
        if (tip.isEmpty()) {
          throw new GitException(
              branch.branchName() == null
                  ? "it has no commit"
                  : "it has no branch " + branch.branchName());
        }
        if (!tip.get().commit().equals(branch.indexedCommit())) {
          index(repository, tip.get());
        }
        write(sql -> sql.wentWell(branch.branchId()));
      }
    }

    private void index(RepositoryReader repository, Tip tip) {
      var begun =
          answer(sql -> {
            sql.resolved(branch.branchId(), tip.branch());
            return sql.begin(Id.create(JobId.class), branch.branchId(), tip.branch(), tip.commit());
          });
      String commit = repository.fetch(tip);
      new IndexedFiles(branch, this::write).bring(repository, commit);
      write(sql -> {
        sql.indexed(branch.branchId(), commit);
        sql.complete(begun, commit);
        sql.forgetOldJobs(branch.branchId(), KEPT_JOBS);
      });
    }

    /** Without a permission it can't be searched, and is not kept. */
    private void erase() {
      write(sql -> {
        sql.indexed(branch.branchId(), null);
        sql.fail(branch.branchId());
      });
      var files = database.with(IndexWorkSql.class, sql -> sql.files(branch.branchId()));
      IndexedFiles.inPieces(files, piece -> write(sql -> sql.drop(IndexedFiles.ids(piece))));
    }

    private boolean goesOnHolding() {
      if (System.nanoTime() - said > SAY_NANOS) {
        write(_ -> LOG.debug("still at {}", branch.repository()));
      }
      return goesOn.getAsBoolean();
    }

    private void write(Consumer<IndexWorkSql> work) {
      var _ =
          answer(sql -> {
            work.accept(sql);
            return true;
          });
    }

    private <T> T answer(Function<IndexWorkSql, T> work) {
      T answer =
          database.inTransaction(tx -> {
            var sql = tx.on(IndexWorkSql.class);
            if (!sql.hold(branch.branchId(), holder, HOLD_SECONDS)) {
              throw new LostException();
            }
            return work.apply(sql);
          });
      said = System.nanoTime();
      return answer;
    }
  }
}
