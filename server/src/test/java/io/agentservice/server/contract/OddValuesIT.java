package io.agentservice.server.contract;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** As {@link FieldTypesIT}, with the values of each type that are out of the ordinary. */
@Tag("long")
class OddValuesIT extends FieldTypesIT {
  @Override
  protected List<String> chosen(List<String> samples) {
    return samples.subList(1, samples.size());
  }
}
