"""What ``agent run --json`` has printed, in the terms of Harbor."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from harbor.models.agent.context import AgentContext


@dataclass
class Outcome:
    """Tokens and end of one run; ``summary`` is None when it was cut off before it printed one."""

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    steps: int = 0
    summary: dict[str, Any] | None = None

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Outcome":
        """Reads lines of JSON; what is none, such as a line that was cut off, is passed over."""
        outcome = cls()
        for line in lines:
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict):
                outcome._count(event)
        return outcome

    def _count(self, event: dict[str, Any]) -> None:
        kind = event.get("type")
        if kind == "summary":
            self.summary = event
        elif kind == "model_turn":
            usage = event.get("data", event).get("usage") or {}
            cached = usage.get("cache_read_tokens", 0)
            self.steps += 1
            self.cached_tokens += cached
            self.input_tokens += (
                usage.get("input_tokens", 0) + cached + usage.get("cache_write_tokens", 0)
            )
            self.output_tokens += usage.get("output_tokens", 0)

    def tell(self, context: AgentContext) -> None:
        """Fills in what Harbor adds up over its trials."""
        context.n_input_tokens = self.input_tokens
        context.n_cache_tokens = self.cached_tokens
        context.n_output_tokens = self.output_tokens
        context.metadata = {"steps": self.steps}
        if self.summary is not None:
            session = self.summary.get("session") or {}
            dollars = session.get("model_dollars")
            context.cost_usd = None if dollars is None else float(dollars)
            context.metadata |= {
                "outcome": self.summary.get("outcome"),
                "acus": session.get("acus_consumed"),
                "session_id": session.get("session_id"),
            }
