package io.agentservice.server.agent.loop.log;

/**
 * Instructions for agents, as a file of the machine holds them.
 *
 * @param path absolute
 * @param directory absolute; they hold in it and below
 * @param text its beginning
 * @param cutCharacters that are not in {@code text}
 * @param trusted false when it came with a repository that nobody of the organization has permitted
 */
public record InstructionFile(
    String path, String directory, String text, long cutCharacters, boolean trusted) {}
