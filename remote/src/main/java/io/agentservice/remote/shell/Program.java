package io.agentservice.remote.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to run: an absolute program, its arguments (its name first), where, with which variables.
 */
record Program(Path path, List<String> argv, Path directory, Map<String, String> environment) {}
