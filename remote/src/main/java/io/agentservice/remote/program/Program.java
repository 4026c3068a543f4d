package io.agentservice.remote.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code path} is absolute; {@code argv} starts with the name. */
public record Program(
    Path path, List<String> argv, Path directory, Map<String, String> environment) {}
