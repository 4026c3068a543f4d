package io.agentservice.server.base.settings;

import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.http.answers.WireName;
import io.agentservice.server.base.http.edge.CrossOrigins;
import io.agentservice.server.base.http.limits.AddressRange;
import io.agentservice.server.base.http.limits.RateLimits.Quota;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.server.base.settings.reading.SettingReader;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.base.settings.reading.Variables;
import io.agentservice.server.base.settings.traces.TraceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Null {@code openId}: no sign-in. {@code home} holds all that the server keeps. */
public record Settings(
    Path home,
    Listen listen,
    InstallationSettings installation,
    FleetSettings fleet,
    Limits limits,
    Content content,
    Quota quota,
    Set<OptionalFeature> features,
    LegacySettings legacy,
    @Nullable OpenIdSettings openId,
    @Nullable Path guardrails,
    Variables variables) {
  /** The file may say something else under the same name. */
  public static final String GUARDRAILS = "AGENT_GUARDRAILS_FILE";

  private static final String LOG_LEVEL = "AGENT_LOG_LEVEL";
  private static final List<String> LEVELS =
      List.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL");

  /**
   * Where the server listens, its addresses (null: from the listener), and how it writes.
   *
   * @param drain how long a stopping server still serves, unready
   * @param pageSize default rows of a page
   */
  public record Listen(
      String bind,
      int port,
      Duration drain,
      @Nullable String baseUrl,
      @Nullable String staticUrl,
      @Nullable String gatewayUrl,
      @Nullable String serverUrl,
      List<AddressRange> trustedProxies,
      List<String> corsOrigins,
      WireName wireName,
      int pageSize) {}

  /**
   * Files of sessions, the index of repositories, and how machines check these out.
   *
   * @param sessionDays after which one that has ended is erased; 0: never
   */
  public record Content(
      AttachmentSettings attachments,
      IndexSettings indexing,
      CheckoutSettings checkouts,
      int sessionDays) {}

  /**
   * Limits of sessions.
   *
   * @param askingSeconds idle time after which one that asks gives up its machine
   * @param cycleDay of the month
   */
  public record Limits(
      int idleSeconds,
      int askingSeconds,
      int modelOutageSeconds,
      int waitHoldSeconds,
      OutsideSettings outside,
      int defaultSessionAcuLimit,
      int maxActiveSessions,
      ChildSessions children,
      AcuRates rates,
      int cycleDay,
      CycleAcus cycleAcus,
      boolean replayModels) {}

  /** Reads the settings; a {@link SettingsException} names every value that can't be used. */
  public static Settings read(Map<String, String> values) {
    return read(new SettingReader(values), values);
  }

  /** Every setting with its default and meaning. */
  public static List<Setting> reference() {
    var reader = new SettingReader(Map.of());
    var _ = read(reader, Map.of());
    return reader.declared();
  }

  /** As {@link #read(Map)}, by a reader that may know more settings. */
  static Settings read(SettingReader r, Map<String, String> values) {
    var given = r.path("AGENT_HOME", "~/.agent", "Directory of everything the server keeps");
    var home = given == null ? Path.of(values.getOrDefault("HOME", "."), ".agent") : given;
    var directory = home.toAbsolutePath().normalize();
    var settings =
        new Settings(
            directory,
            listen(r),
            InstallationSettings.read(r),
            FleetSettings.read(r),
            limits(r),
            new Content(
                AttachmentSettings.read(r, directory),
                IndexSettings.read(r, directory),
                CheckoutSettings.read(r),
                r.integer(
                    "AGENT_SESSION_DAYS",
                    0,
                    3650,
                    0,
                    "Days after its end until a session is erased with its log and files; 0: never")),
            quota(r),
            OptionalFeature.read(r),
            LegacySettings.read(r),
            OpenIdSettings.read(r),
            r.reloadable()
                .path(GUARDRAILS, "none", "Rules on messages and commands of sessions, as YAML"),
            variables(r));
    r.check();
    return settings;
  }

  private static Variables variables(SettingReader r) {
    r.reloadable()
        .parsed(
            LOG_LEVEL,
            Settings::level,
            "INFO",
            "How much is logged: ERROR, WARN, INFO, DEBUG or TRACE");
    ModelReader.declare(r);
    var _ = TraceSettings.read(r); // who traces reads them again
    return r.variables();
  }

  private static String level(String text) {
    var level = text.toUpperCase(Locale.ROOT);
    if (!LEVELS.contains(level)) {
      throw new IllegalArgumentException("must be one of " + LEVELS);
    }
    return level;
  }

  /** {@code AGENT_LOG_LEVEL}; the library of the log reads it, too, before there are settings. */
  public String logLevel() {
    var level = variables.values().get(LOG_LEVEL);
    return level == null || level.isBlank() ? "INFO" : level(level.strip());
  }

  private static Limits limits(SettingReader r) {
    var live = r.reloadable();
    return new Limits(
        live.integer(
            "AGENT_IDLE_SECONDS",
            0,
            31_536_000,
            120,
            "Idle time before a session sleeps; 0: at once, as one that is done does when others"
                + " wait"),
        live.integer(
            "AGENT_IDLE_SECONDS_WHEN_OTHERS_WAIT",
            0,
            31_536_000,
            31_536_000,
            "none",
            "Idle time before a session that asks sleeps when others wait for its machine; none: as"
                + " long as AGENT_IDLE_SECONDS"),
        live.integer(
            "AGENT_MODEL_OUTAGE_SECONDS",
            1,
            86_400,
            900,
            "How long the model may be out of reach before a session sleeps"),
        waitHold(live),
        OutsideSettings.read(r),
        live.integer(
            "AGENT_DEFAULT_SESSION_ACU_LIMIT",
            0,
            1_000_000,
            10,
            "max_session_acu_limit of a new organization; 0: none"),
        live.integer(
            "AGENT_MAX_ACTIVE_SESSIONS",
            0,
            1_000_000,
            0,
            "Sessions of an organization that are neither asleep nor ended; 0: no limit"),
        ChildSessions.read(r),
        rates(live),
        r.integer(
            "AGENT_CYCLE_DAY",
            1,
            28,
            1,
            "Day of the month on which billing cycles begin, at 08:00 UTC"),
        CycleAcus.read(r),
        r.bool(
            "AGENT_REPLAY_MODELS",
            false,
            "Whether a session may name a recorded transcript of the server as its model; for"
                + " tests"));
  }

  private static AcuRates rates(SettingReader r) {
    return new AcuRates(
        r.integer(
            "AGENT_ACU_MACHINE_SECONDS",
            1,
            31_536_000,
            900,
            "Time of an attached machine that counts as one ACU"),
        r.price("AGENT_ACU_DOLLARS", "2", "Token cost, in US dollars, that counts as one ACU"));
  }

  private static int waitHold(SettingReader r) {
    return r.integer(
        "AGENT_WAIT_HOLD_SECONDS",
        1,
        86_400,
        120,
        "Longest wait of an agent, for a time or a message, that its machine is kept for");
  }

  private static Quota quota(SettingReader reader) {
    var r = reader.reloadable();
    return new Quota(
        r.integer(
            "AGENT_RATE_READS",
            0,
            1_000_000_000,
            1200,
            "Reads a minute and credential; 0: no limit"),
        r.integer(
            "AGENT_RATE_WRITES",
            0,
            1_000_000_000,
            300,
            "Writes a minute and credential; 0: no limit"),
        r.integer(
            "AGENT_RATE_CREATES",
            0,
            1_000_000_000,
            60,
            "Session creations a minute and credential; 0: no limit"),
        r.integer(
            "AGENT_RATE_ANONYMOUS",
            0,
            1_000_000_000,
            60,
            "Requests a minute and address without a valid credential; 0: no limit"));
  }

  private static Listen listen(SettingReader r) {
    return new Listen(
        r.text("AGENT_BIND", "127.0.0.1", "127.0.0.1", "Address to listen on"),
        r.integer("AGENT_PORT", 0, 65_535, 8080, "Port to listen on; 0: any free one"),
        Duration.ofSeconds(
            r.integer(
                "AGENT_DRAIN_SECONDS",
                0,
                3600,
                5,
                "How long a server that stops serves on, not ready any more, until its port closes;"
                    + " 0 with up, run and demo")),
        r.address(
            "AGENT_BASE_URL",
            List.of("http", "https"),
            "from the listener",
            "Address by which clients reach the server"),
        r.address(
            "AGENT_STATIC_URL",
            List.of("http", "https"),
            "base address + /static",
            "Address of the static files: remote binaries that this server does not publish are"
                + " looked for there"),
        r.address(
            "AGENT_GATEWAY_URL",
            List.of("http", "https", "ws", "wss"),
            "base address with ws(s) + /gateway",
            "Address by which remotes reach the gateway"),
        r.origin(
            "AGENT_SERVER_URL",
            List.of("http", "https"),
            "from the listener; where that is all addresses, the first of this machine",
            "Address by which the other servers of the installation reach this one, and no other"),
        trustedProxies(r),
        corsOrigins(r),
        r.oneOf(
            "AGENT_WIRE_NAME",
            WireName.class,
            WireName.AGENT,
            "The word for the product in what is written: agent, or devin for clients that expect"
                + " it"),
        r.integer(
            "AGENT_DEFAULT_PAGE_SIZE",
            1,
            Query.MAX_PAGE,
            100,
            "Rows of a page of a list that is asked for without first"));
  }

  private static List<AddressRange> trustedProxies(SettingReader r) {
    var ranges = new ArrayList<AddressRange>();
    var words =
        r.words(
            "AGENT_TRUSTED_PROXIES",
            "Addresses, or ranges such as 10.0.0.0/8, of proxies whose X-Forwarded-For counts,"
                + " separated by commas");
    for (String word : words) {
      var range = AddressRange.parse(word);
      if (range == null) {
        r.error("AGENT_TRUSTED_PROXIES takes addresses and ranges such as 10.0.0.0/8");
      } else {
        ranges.add(range);
      }
    }
    return List.copyOf(ranges);
  }

  private static List<String> corsOrigins(SettingReader r) {
    var origins =
        r.words(
            "AGENT_CORS_ORIGINS",
            "Origins such as https://console.example.org whose pages may call the API from a"
                + " browser, separated by commas; *: all");
    if (!origins.stream().allMatch(CrossOrigins::isOrigin)) {
      r.error("AGENT_CORS_ORIGINS takes origins such as https://console.example.org, or *");
    }
    return List.copyOf(origins);
  }
}
