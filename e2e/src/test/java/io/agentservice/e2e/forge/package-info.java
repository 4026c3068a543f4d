/** Work from a repository of a git host to a pull request there. */
package io.agentservice.e2e.forge;
