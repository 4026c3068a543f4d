"""What a run printed becomes Harbor's figures; nothing of it is made up."""

import json

from agent_service_harbor import AgentService
from agent_service_harbor.agent import agents_model
from agent_service_harbor.outcome import Outcome
from harbor.models.agent.context import AgentContext

TURN = {
    "type": "model_turn",
    "data": {
        "usage": {
            "input_tokens": 100,
            "cache_read_tokens": 40,
            "cache_write_tokens": 10,
            "output_tokens": 7,
        }
    },
}
SUMMARY = {
    "type": "summary",
    "outcome": "finished",
    "session": {"session_id": "s1", "model_dollars": 0.25, "acus_consumed": 0.13},
}


def told(*lines: str) -> AgentContext:
    context = AgentContext()
    Outcome.of(lines).tell(context)
    return context


def test_tokens_of_all_turns_are_added_up_and_input_includes_the_cache():
    context = told(json.dumps(TURN), json.dumps(TURN), json.dumps(SUMMARY))
    assert context.n_input_tokens == 300
    assert context.n_cache_tokens == 80
    assert context.n_output_tokens == 14
    assert context.cost_usd == 0.25
    assert context.metadata == {
        "steps": 2,
        "outcome": "finished",
        "acus": 0.13,
        "session_id": "s1",
    }


def test_a_run_that_was_cut_off_has_tokens_and_no_cost():
    context = told(json.dumps(TURN), json.dumps(SUMMARY)[:20])
    assert context.n_input_tokens == 150
    assert context.cost_usd is None
    assert context.metadata == {"steps": 1}


def test_lines_that_are_no_events_are_passed_over():
    assert told("", "agent: hello", "[]", "3", '{"type": "other"}').n_input_tokens == 0


def test_models_are_written_as_the_agent_writes_them():
    assert agents_model("anthropic/claude-x") == "anthropic:claude-x"
    assert agents_model("openai/org/model") == "openai:org/model"
    assert agents_model("replay:/trial/transcript.json") == "replay:/trial/transcript.json"


def test_options_that_nobody_knows_are_refused():
    try:
        AgentService.parse_options({"relaese": "x"})
    except ValueError as refused:
        assert "relaese" in str(refused)
    else:
        raise AssertionError("taken")
