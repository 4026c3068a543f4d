package io.agentservice.server.base.ids;

/** A machine, as its worker shows it. */
@IdForm(prefix = "hypervisor-", noun = "hypervisor")
public final class HypervisorId extends Id {
  public HypervisorId(String value) {
    super(value);
  }
}
