"""The agent of agent service for Harbor: ``harbor run --agent agent_service_harbor:AgentService``."""

from agent_service_harbor.agent import AgentService, AgentServiceOptions

__all__ = ["AgentService", "AgentServiceOptions"]
