/**
 * Knowledge (interface.md 2.5, 4.4; api-org.md 3): notes that agents read when their trigger fits,
 * in folders of the organization.
 *
 * <p>A note belongs to an organization, or to the whole enterprise, which all organizations may
 * read. A folder belongs to an organization; siblings differ in name, the tree is at most {@link
 * io.agentservice.server.context.knowledge.Folders#MAX_DEPTH} deep and has no cycle. Every write is
 * one transaction that also holds its audit record.
 *
 * <p>This package is the pattern of a feature (docs/adr/0013): record, service, SQL, routes, wire
 * form. It depends on the technical base only.
 */
@NullMarked
package io.agentservice.server.context.knowledge;

import org.jspecify.annotations.NullMarked;
