// Our OpenAPI as one document, for the types of its answers: the files, with what `x-answer`, `x-body`, `x-page-of` and
// `x-whole-list-of` stand for, as the server completes them (CommonParts).
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';

const KINDS = { schemas: 'schemas', parameters: 'parameters', responses: 'responses' };

export function describe(file) {
  const components = { schemas: {}, parameters: {}, responses: {} };

  // A file's name is the component's name.
  function referred(path) {
    const kind = KINDS[path.split('/').at(-2)];
    const name = path
      .split('/')
      .at(-1)
      .replace(/\.yaml$/, '');
    if (!kind) return read(path);
    if (!(name in components[kind])) {
      components[kind][name] = {};
      components[kind][name] = read(path);
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  function read(path) {
    return within(parseYaml(readFileSync(path, 'utf8')), dirname(path));
  }

  function within(node, folder) {
    if (Array.isArray(node)) return node.map(part => within(part, folder));
    if (node === null || typeof node !== 'object') return node;
    if (typeof node.$ref === 'string' && !node.$ref.startsWith('#')) return referred(resolve(folder, node.$ref));
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, within(value, folder)]));
  }

  const root = parseYaml(readFileSync(file, 'utf8'));
  const parameters = join(dirname(file), 'shared/parameters');
  const paths = {};
  for (const [path, item] of Object.entries(root.paths)) {
    if (!path.startsWith('/v3')) continue;
    const operations = within(item, dirname(file));
    for (const operation of Object.values(operations))
      complete(path, operation, name => referred(join(parameters, `${name}.yaml`)));
    paths[path] = operations;
  }
  return { openapi: root.openapi, info: root.info, paths, components };
}

function complete(path, operation, parameter) {
  const list = operation['x-page-of'] ?? operation['x-whole-list-of'];
  const answer = list ? page(list) : operation['x-answer'];
  const names = [...path.matchAll(/\{(\w+)}/g)].map(name => parameter(name[1]));
  const paging = operation['x-page-of'] && path.startsWith('/v3') ? [parameter('first'), parameter('after')] : [];
  const repeatable = operation['x-idempotent'] ? [parameter('idempotency_key')] : [];
  operation.parameters = [...names, ...paging, ...repeatable, ...(operation.parameters ?? [])];
  if (operation['x-body']) operation.requestBody = { required: true, content: json(operation['x-body']) };
  operation.responses = {
    ...(answer ? { 200: { description: 'Done.', content: json(answer) } } : {}),
    default: { description: 'Refused.', content: { 'application/problem+json': { schema: PROBLEM } } },
    ...operation.responses,
  };
  for (const name of Object.keys(operation))
    if (name.startsWith('x-') || name === 'operationId') delete operation[name];
}

const PROBLEM = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'integer' } },
  additionalProperties: true,
};

const json = schema => ({ 'application/json': { schema } });

const page = items => ({
  type: 'object',
  required: ['items', 'end_cursor', 'has_next_page', 'total'],
  properties: {
    items: { type: 'array', items },
    end_cursor: { type: ['string', 'null'] },
    has_next_page: { type: 'boolean' },
    total: { type: 'integer' },
  },
});
