package io.agentservice.server.base.ids;

@IdForm(prefix = "service-user-", noun = "service_user")
public final class ServiceUserId extends Id {
  public ServiceUserId(String value) {
    super(value);
  }
}
