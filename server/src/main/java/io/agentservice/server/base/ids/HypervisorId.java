package io.agentservice.server.base.ids;

@IdForm(prefix = "hypervisor-", noun = "hypervisor")
public final class HypervisorId extends Id {
  public HypervisorId(String value) {
    super(value);
  }
}
