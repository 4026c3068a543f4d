// Builds the web app into target/classes, from where its jar takes it; `build.mjs test` runs its unit tests.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import { settle } from './late.mjs';

const OUT = 'target/classes/io/agentservice/web';
const SPEC = process.env.SPEC ?? '../spec/src/main/resources/openapi';
const TYPES = 'target/types/description.d.ts';
const APART = 'target/apart';
const KB = 1024;

// Of brotli bytes; a page that outgrows them fails the build.
const BUDGETS = { 'script and style': 95 * KB, 'any other part': 40 * KB, terminal: 110 * KB, desktop: 70 * KB };

// The documents: each has a program and a style of its own, and shares nothing with the others.
const DOCUMENTS = {
  app: { script: 'src/main.tsx', style: 'src/style.css' },
  terminal: { terminal_script: 'src/terminal/main.tsx', terminal_style: 'src/terminal/terminal.css' },
  desktop: { desktop_script: 'src/desktop/main.tsx', desktop_style: 'src/desktop/desktop.css' },
};

/** How files are written. */
const FORM = {
  format: 'esm',
  minify: true,
  target: ['chrome123', 'firefox120', 'safari17.5'], // the first that know light-dark()
  legalComments: 'none',
  logLevel: 'warning',
};

const run = (program, ...args) =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    child.on('exit', code => (code === 0 ? done() : fail(new Error(`${basename(program)} failed`))));
  });
const tool = (name, ...args) => run(`node_modules/.bin/${name}`, ...args);

/** The newest change below a folder or of a file. */
function changed(path) {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  return own.isDirectory()
    ? Math.max(own.mtimeMs, ...readdirSync(path).map(name => changed(join(path, name))))
    : own.mtimeMs;
}

const fresh = (file, ...sources) => existsSync(file) && statSync(file).mtimeMs > Math.max(...sources.map(changed));

async function types() {
  if (fresh(TYPES, SPEC, 'description.mjs', 'package-lock.json')) return;
  const [{ describe }, { default: openapi, astToString }] = await Promise.all([
    import('./description.mjs'),
    import('openapi-typescript'),
  ]);
  mkdirSync('target/types', { recursive: true });
  writeFileSync(TYPES, astToString(await openapi(describe(`${SPEC}/openapi.yaml`), { defaultNonNullable: false })));
}

async function bundle() {
  rmSync(OUT, { recursive: true, force: true });
  rmSync(APART, { recursive: true, force: true });
  const entries = {};
  const files = {};
  for (const [document, paths] of Object.entries(DOCUMENTS)) {
    const built = await esbuild.build({
      ...FORM,
      entryPoints: Object.values(paths),
      outdir: `${APART}/${document}`,
      outbase: 'src',
      entryNames: '[name]-[hash]',
      chunkNames: 'part-[hash]',
      bundle: true,
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      metafile: true,
    });
    const { outputs } = built.metafile;
    const entryOf = path => Object.keys(paths).find(key => paths[key] === outputs[path].entryPoint);
    const script = Object.keys(outputs).find(path => entryOf(path)?.endsWith('script'));
    for (const [path, settled] of Object.entries(await settle(outputs, script, FORM, `${OUT}/files`))) {
      const name = basename(settled);
      const entry = entryOf(path);
      if (entry) entries[entry] = name;
      files[name] = pack(settled);
    }
  }
  await worker(entries, files);
  writeFileSync(`${OUT}/manifest.json`, JSON.stringify({ entries, files }, null, 1));
  check(entries, files);
}

/** The service worker, in one file: it is served under a name that stays. */
async function worker(entries, files) {
  const { metafile } = await esbuild.build({
    ...FORM,
    format: 'iife',
    entryPoints: ['src/push/worker.ts'],
    outdir: `${OUT}/files`,
    entryNames: '[name]-[hash]',
    bundle: true,
    metafile: true,
  });
  const [path] = Object.keys(metafile.outputs);
  entries.worker = basename(path);
  files[entries.worker] = pack(path);
}

function pack(path) {
  const plain = readFileSync(path);
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  const gz = gzipSync(plain, { level: 9 });
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
  return { plain: plain.length, br: br.length, gz: gz.length };
}

function check(entries, files) {
  const first = files[entries.script].br + files[entries.style].br;
  const framed = name => files[entries[`${name}_script`]].br + files[entries[`${name}_style`]].br;
  const other = Math.max(
    0,
    ...Object.entries(files)
      .filter(([name]) => !Object.values(entries).includes(name))
      .map(([, sizes]) => sizes.br),
  );
  const sizes = {
    'script and style': first,
    'any other part': other,
    terminal: framed('terminal'),
    desktop: framed('desktop'),
  };
  console.log(
    `web: ${['script and style', 'terminal', 'desktop'].map(what => `${what} ${(sizes[what] / KB).toFixed(1)} KB`).join(', ')}`,
  );
  for (const [what, most] of Object.entries(BUDGETS)) {
    if (sizes[what] > most) throw new Error(`web: ${what} has ${sizes[what]} bytes, more than ${most}`);
  }
}

async function test() {
  rmSync('target/test', { recursive: true, force: true });
  await esbuild.build({
    entryPoints: readdirSync('test')
      .filter(name => /\.test\.tsx?$/.test(name))
      .map(name => `test/${name}`),
    outdir: 'target/test',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
  await run(process.execPath, '--test', '--test-reporter=dot', 'target/test');
}

try {
  if (process.argv[2] === 'test') {
    await test();
  } else {
    await types();
    await Promise.all([
      tool('tsc', '-p', '.'),
      tool('biome', 'ci', '--colors=off', '--diagnostic-level=warn', '.'),
      bundle(),
    ]);
  }
} catch (error) {
  rmSync(`${OUT}/manifest.json`, { force: true });
  console.error(error.message);
  process.exit(1);
}
