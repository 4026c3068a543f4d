import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** All classes of a class path in one jar, the same bytes for the same content. */
final class FlatJar {
  private static final String SERVICES = "META-INF/services/";

  private final LocalDateTime time;
  private final Map<String, byte[]> files = new TreeMap<>();

  FlatJar(List<Path> classPath, Instant time) throws IOException {
    this.time = LocalDateTime.ofInstant(time, ZoneOffset.UTC); // a jar has local times
    for (var entry : classPath) {
      if (Files.isDirectory(entry)) {
        addDirectory(entry);
      } else {
        addJar(entry);
      }
    }
  }

  /** The jar, with its version in the manifest. */
  byte[] bytes(String mainClass, String version) throws IOException {
    var manifest = new Manifest();
    var attributes = manifest.getMainAttributes();
    attributes.put(Name.MANIFEST_VERSION, "1.0");
    attributes.put(Name.MAIN_CLASS, mainClass);
    attributes.put(Name.IMPLEMENTATION_VERSION, version);
    attributes.put(Name.MULTI_RELEASE, "true");
    attributes.put(new Name("Enable-Native-Access"), "ALL-UNNAMED"); // not used on Windows
    var text = new ByteArrayOutputStream();
    manifest.write(text);
    var bytes = new ByteArrayOutputStream();
    try (var out = new JarOutputStream(bytes)) {
      put(out, JarFile.MANIFEST_NAME, text.toByteArray()); // first: readers look for it there
      for (var file : files.entrySet()) {
        put(out, file.getKey(), file.getValue());
      }
    }
    return bytes.toByteArray();
  }

  /** Adds a file unless there is one of that name. */
  void add(String name, byte[] content) {
    if (name.startsWith(SERVICES)) { // each jar names its own
      files.merge(name, content, (a, b) -> (text(a) + "\n" + text(b)).getBytes(UTF_8));
    } else if (!name.equals(JarFile.MANIFEST_NAME)
        && !name.startsWith("META-INF/maven/")
        && !name.endsWith("module-info.class")) {
      files.putIfAbsent(name, content);
    }
  }

  private void put(JarOutputStream out, String name, byte[] content) throws IOException {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(time);
    out.putNextEntry(entry);
    out.write(content);
  }

  private void addDirectory(Path directory) throws IOException {
    try (var paths = Files.walk(directory)) {
      for (var path : paths.filter(Files::isRegularFile).toList()) {
        var name = directory.relativize(path).toString().replace('\\', '/');
        add(name, Files.readAllBytes(path));
      }
    }
  }

  private void addJar(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      for (var entry : file.stream().filter(e -> !e.isDirectory()).toList()) {
        try (var content = file.getInputStream(entry)) {
          add(entry.getName(), content.readAllBytes());
        }
      }
    }
  }

  private static String text(byte[] content) {
    return new String(content, UTF_8);
  }
}
