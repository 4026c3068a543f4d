"""The agent as Harbor installs and runs it: a release inside the task's container."""

import shlex
from pathlib import Path
from typing import ClassVar, override

from harbor.agents.installed.base import (
    BaseInstalledAgent,
    PackageSpec,
    with_prompt_template,
)
from harbor.agents.options import InstalledAgentOptions
from harbor.environments.base import BaseEnvironment
from harbor.models.agent.context import AgentContext
from pydantic import Field

from agent_service_harbor.outcome import Outcome

PLACE = "/opt/agent-service"
"""Where the release lies in the container; an image that is used with ``skip_install`` has it there."""

_UPLOADED = "/installed-agent/agent-service.tar.gz"

# Data lie where PostgreSQL's user reaches them, who is not root.
_SETTINGS = (
    'if [ "$(id -u)" = 0 ]; then AGENT_HOME=/var/lib/agent; else AGENT_HOME=$HOME/.agent; fi; '
    "export AGENT_HOME; "
)

# Who runs it has no terminal to answer at (3): the task's tests judge what was done until then.
_ASKED = 3


class AgentServiceOptions(InstalledAgentOptions):
    """What ``--agent-kwarg`` takes beside Harbor's own."""

    release: str | None = Field(
        default=None,
        description="agent-VERSION-linux-ARCH.tar.gz on this machine; needed but with skip_install.",
    )
    max_acus: float | None = Field(
        default=None, gt=0, description="Most that one task may cost, in ACU."
    )


class AgentService(BaseInstalledAgent):
    """Runs ``agent run`` on the task. The container is the wall around it, so it has none inside."""

    options_model = AgentServiceOptions
    options: AgentServiceOptions

    SYSTEM_PACKAGES: ClassVar[dict[str, PackageSpec]] = {
        **BaseInstalledAgent.SYSTEM_PACKAGES,
        # Of the embedded PostgreSQL. It is asked for where it is missing only.
        "libstdc++": PackageSpec(
            commands=(),
            packages={
                "apt-get": ("libstdc++6",),
                "dnf": ("libstdc++",),
                "yum": ("libstdc++",),
                "apk": ("libstdc++",),
            },
            always_install=True,
        ),
    }

    KEYS: ClassVar[tuple[str, ...]] = (
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_BASE_URL",
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
    )
    """Variables of the machine, or of ``--agent-env``, that the agent gets."""

    @staticmethod
    @override
    def name() -> str:
        return "agent-service"

    @override
    def get_version_command(self) -> str | None:
        return f"{PLACE}/agent version"

    @override
    def parse_version(self, stdout: str) -> str:
        words = stdout.split()
        return words[1] if len(words) > 1 else stdout.strip()

    @override
    async def install(self, environment: BaseEnvironment) -> None:
        release = self.options.release
        if release is None:
            raise ValueError(
                "agent-service needs --agent-kwarg release=agent-VERSION-linux-x64.tar.gz"
            )
        if not Path(release).is_file():
            raise FileNotFoundError(f"there is no release {release}")
        await self.ensure_system_dependencies(environment, ("git",))
        known = await environment.exec("ldconfig -p | grep -q libstdc++.so.6", user="root")
        if known.return_code != 0:
            await self.ensure_system_dependencies(environment, ("libstdc++",))
        await environment.upload_file(release, _UPLOADED)
        await self.exec_as_root(
            environment,
            f"mkdir -p {PLACE} && tar -xzf {_UPLOADED} -C {PLACE} --strip-components=1 && "
            f"rm {_UPLOADED} && {PLACE}/agent --prepare",
        )

    @override
    @with_prompt_template
    async def run(
        self, instruction: str, environment: BaseEnvironment, context: AgentContext
    ) -> None:
        log = shlex.quote(str(self.environment_logs_dir / "agent.jsonl"))
        words = [f"{PLACE}/agent", "run", "-", "--json", *self._chosen()]
        await self.exec_as_agent(
            environment,
            f"{_SETTINGS}printf %s {shlex.quote(instruction)} | {shlex.join(words)} >{log}; "
            f'code=$?; if [ "$code" = {_ASKED} ]; then code=0; fi; exit "$code"',
            env={"AGENT_SANDBOX": "none", **self._given()},
        )

    def _chosen(self) -> list[str]:
        words = []
        if self.model_name:
            words += ["--model", agents_model(self.model_name)]
        if self.options.max_acus is not None:
            words += ["--max-acus", str(self.options.max_acus)]
        return words

    def _given(self) -> dict[str, str]:
        values = {name: self._get_env(name) for name in self.KEYS}
        return {name: value for name, value in values.items() if value}

    @override
    def populate_context_post_run(self, context: AgentContext) -> None:
        try:
            text = (self.logs_dir / "agent.jsonl").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return  # it never started
        Outcome.of(text.splitlines()).tell(context)


def agents_model(name: str) -> str:
    """Harbor's ``provider/name`` as the agent writes it, ``provider:name``; others stay as they are."""
    provider, slash, rest = name.partition("/")
    return f"{provider}:{rest}" if slash and provider in ("anthropic", "openai") else name
