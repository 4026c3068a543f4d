package io.agentservice.wire.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is written as an object of its fields. */
interface HasFields {
  Map<String, @Nullable Object> fields();
}
