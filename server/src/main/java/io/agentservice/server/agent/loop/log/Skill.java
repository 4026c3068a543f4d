package io.agentservice.server.agent.loop.log;

/**
 * Something that the agent can read up on when it needs it (agentskills.io).
 *
 * @param description what it is for, in a line or two
 * @param path of its file, absolute
 * @param trusted as {@link InstructionFile#trusted}
 */
public record Skill(String name, String description, String path, boolean trusted) {}
