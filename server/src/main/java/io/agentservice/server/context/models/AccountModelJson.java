package io.agentservice.server.context.models;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.ModelId;
import io.agentservice.server.context.models.ModelJson.SizeAndPriceJson;
import io.agentservice.server.context.models.ModelJson.UseJson;
import org.jspecify.annotations.Nullable;

/** Without its keys: {@code keyCount} says how many there are. */
record AccountModelJson(
    ModelId modelId,
    String name,
    String provider,
    String providerModel,
    @Nullable String baseUrl,
    int keyCount,
    @JsonUnwrapped SizeAndPriceJson sizeAndPrice,
    @JsonUnwrapped UseJson use,
    String createdBy,
    long createdAt,
    long updatedAt) {

  static AccountModelJson of(AccountModel model) {
    var content = model.content();
    return new AccountModelJson(
        model.modelId(),
        content.name(),
        content.provider(),
        content.providerModel(),
        content.endpoint().baseUrl(),
        model.keyCount(),
        SizeAndPriceJson.of(content),
        UseJson.of(content),
        model.createdBy(),
        model.createdAt().getEpochSecond(),
        model.updatedAt().getEpochSecond());
  }
}
