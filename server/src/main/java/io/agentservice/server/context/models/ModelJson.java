package io.agentservice.server.context.models;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.ModelId;
import io.agentservice.server.base.ids.OrgId;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

record ModelJson(
    ModelId modelId,
    String name,
    String provider,
    String providerModel,
    @JsonUnwrapped EndpointJson endpoint,
    @JsonUnwrapped SizeAndPriceJson sizeAndPrice,
    @JsonUnwrapped UseJson use,
    OrgId orgId,
    String createdBy,
    long createdAt,
    long updatedAt) {

  record EndpointJson(
      @Nullable String baseUrl, @Nullable String keySecret, List<String> keySecrets) {
    private static EndpointJson of(ModelContent.Endpoint endpoint) {
      var keys = endpoint.keySecrets();
      return new EndpointJson(endpoint.baseUrl(), keys.isEmpty() ? null : keys.getFirst(), keys);
    }
  }

  record SizeAndPriceJson(
      @Nullable Integer contextTokens,
      @Nullable Integer outputTokens,
      @Nullable BigDecimal inputPrice,
      @Nullable BigDecimal outputPrice,
      @Nullable BigDecimal cacheReadPrice,
      @Nullable BigDecimal cacheWritePrice) {
    static SizeAndPriceJson of(ModelContent content) {
      var price = content.price();
      return new SizeAndPriceJson(
          content.size().contextTokens(),
          content.size().outputTokens(),
          price.inputPrice(),
          price.outputPrice(),
          price.cacheReadPrice(),
          price.cacheWritePrice());
    }
  }

  record UseJson(
      @Nullable String effort, boolean takesImages, @Nullable String fallback, boolean isDefault) {
    static UseJson of(ModelContent content) {
      var use = content.use();
      return new UseJson(content.effort(), content.takesImages(), use.fallback(), use.isDefault());
    }
  }

  static ModelJson of(RegisteredModel model) {
    var content = model.content();
    return new ModelJson(
        model.modelId(),
        content.name(),
        content.provider(),
        content.providerModel(),
        EndpointJson.of(content.endpoint()),
        SizeAndPriceJson.of(content),
        UseJson.of(content),
        model.orgId(),
        model.createdBy(),
        model.createdAt().getEpochSecond(),
        model.updatedAt().getEpochSecond());
  }
}
