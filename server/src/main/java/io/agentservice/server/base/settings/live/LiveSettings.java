package io.agentservice.server.base.settings.live;

import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The settings as they are now. Who asks each time has a changed one at once; who makes something
 * of them follows. Thread-safe.
 */
public final class LiveSettings implements Supplier<Settings> {
  /** What providers' own programs call the settings of models; read where ours are not set. */
  private static final Set<String> USUAL_NAMES =
      Set.of("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL");

  private final Settings atStart;
  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private volatile Settings current;

  public LiveSettings(Settings atStart) {
    this.atStart = atStart;
    this.current = atStart;
  }

  /** What is made of settings. */
  @FunctionalInterface
  public interface Part {
    /**
     * Makes it of others, and puts nothing in place; a {@link SettingsException} for unfit ones.
     */
    Prepared prepare(Settings next);
  }

  /**
   * What is ready to take the place of the former one.
   *
   * @param changed settings that say the same, and mean something else
   * @param apply puts it in place; does not fail
   */
  public record Prepared(Set<String> changed, Runnable apply) {
    public Prepared(Runnable apply) {
      this(Set.of(), apply);
    }
  }

  /**
   * What another reading has brought; names of settings.
   *
   * @param fixed those that are others in the files, but need a restart
   */
  public record Change(SortedSet<String> changed, SortedSet<String> fixed) {}

  @Override
  public Settings get() {
    return current;
  }

  public Settings atStart() {
    return atStart;
  }

  /** One of them, as it is whenever it is asked for. */
  public <T> Supplier<T> of(Function<Settings, T> part) {
    return () -> part.apply(current);
  }

  public void follow(Part part) {
    parts.add(part);
  }

  /**
   * Takes what may change while the server runs: all of it, or nothing and a {@link
   * SettingsException}.
   */
  public synchronized Change take(Map<String, String> values) {
    var wanted = Settings.read(values);
    var fixed = fixed(wanted);
    var before = current;
    var next = Settings.read(mixed(values));
    var changed =
        reloadable().stream()
            .filter(name -> !isSame(name, before, next))
            .collect(Collectors.toCollection(TreeSet::new));
    var prepared = new ArrayList<Prepared>();
    for (var part : parts) {
      prepared.add(part.prepare(next));
    }
    for (var part : prepared) { // they may look what was before
      part.apply().run();
      changed.addAll(part.changed());
    }
    current = next;
    return new Change(changed, fixed);
  }

  /** Those of the start, where they can't be changed. */
  private Map<String, String> mixed(Map<String, String> values) {
    var mixed = new HashMap<>(values);
    var known = atStart.variables().values();
    Settings.reference().stream()
        .filter(setting -> !setting.reloadable())
        .map(Setting::name)
        .forEach(name -> {
          mixed.remove(name);
          if (known.containsKey(name)) {
            mixed.put(name, known.get(name));
          }
        });
    return mixed;
  }

  private SortedSet<String> fixed(Settings wanted) {
    return Settings.reference().stream()
        .filter(setting -> !setting.reloadable())
        .map(Setting::name)
        .filter(name -> !isSame(name, atStart, wanted))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> reloadable() {
    var names = new TreeSet<>(USUAL_NAMES);
    Settings.reference().stream()
        .filter(Setting::reloadable)
        .map(Setting::name)
        .forEach(names::add);
    return names;
  }

  private static boolean isSame(String name, Settings one, Settings other) {
    return Objects.equals(value(name, one), value(name, other));
  }

  private static String value(String name, Settings settings) {
    return settings.variables().values().getOrDefault(name, "").strip();
  }
}
