// The parts of a document that its pages read later. esbuild puts what they share with the program into files of their own,
// which the first page would have to ask for too: here they become part of the program again, and the parts take it from there.
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import esbuild from 'esbuild';

const SHARED = 'shared';

/** All that a file can't do without, itself included. */
function needed(outputs, path, found = new Set()) {
  found.add(path);
  for (const { path: next, kind } of outputs[path].imports) {
    if (kind === 'import-statement' && outputs[next] && !found.has(next)) needed(outputs, next, found);
  }
  return found;
}

/**
 * Puts the files of a build into another folder, in that form.
 *
 * @param outputs those of the build's metafile
 * @param script the path of its program among them
 * @param options how files are written
 * @param out the folder
 * @returns the new path of each entry by its old one, and of parts by their own
 */
export async function settle(outputs, script, options, out) {
  const first = needed(outputs, script);
  const program = basename(script);
  const shared = [...first].filter(path => path !== script);
  // Names of one file may be those of another: each has a number before them.
  const names = new Map(
    shared.map((path, i) => [basename(path), outputs[path].exports.map(name => [name, `s${i}_${name}`])]),
  );
  // A part is another one with another program, which it names.
  const nameOf = part => part.replace(/\.js$/, `-${program.replace(/^.*-/, '')}`);
  const list = (name, turned) => (names.get(name) ?? []).map(pair => turned(pair).join(' as ')).join(', ');

  const places = {
    name: 'places',
    setup(build) {
      build.onResolve({ filter: /^\.\/[^/]+\.js$/ }, ({ path, namespace }) => {
        const name = basename(path);
        if (name === program && namespace === SHARED) return { path: `./${program}`, external: true };
        const within = first.has(Object.keys(outputs).find(output => basename(output) === name));
        if (!within) return { path: `./${nameOf(name)}`, external: true };
        return build.initialOptions.stdin ? undefined : { path: name, namespace: SHARED };
      });
      build.onLoad({ filter: /.*/, namespace: SHARED }, ({ path }) => ({
        contents: `export { ${list(path, ([name, outer]) => [outer, name])} } from './${program}';`,
      }));
    },
  };
  const write = (what, name) =>
    esbuild.build({ ...options, ...what, bundle: true, outfile: join(out, name), plugins: [places] });

  const settled = {};
  const lines = shared.map(path => `export { ${list(basename(path), pair => pair)} } from './${basename(path)}';`);
  const contents = [...lines, `import './${program}';`].join('\n');
  await write({ stdin: { contents, resolveDir: join(script, '..') } }, program);
  settled[script] = join(out, program);
  for (const path of Object.keys(outputs)) {
    if (first.has(path)) continue;
    const name = path.endsWith('.js') ? nameOf(basename(path)) : basename(path);
    if (path.endsWith('.js')) await write({ entryPoints: [path] }, name);
    else copyFileSync(path, join(out, name));
    settled[path] = join(out, name);
  }
  return settled;
}
