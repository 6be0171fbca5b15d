/**
 * Makes the bundle: the scripts of each page in few files, from the sources in static/.
 *
 *   node bundle.js [FOLDER]      by default `bundle`, which the server uses if it is there
 *
 * The folder mirrors static/, with shared parts in js/chunks. `bundle.json` names the sources by
 * their content, so the server can tell a bundle of older ones: app/web/rendering/scripts.py.
 */
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { build } from "esbuild";

const ROOT = import.meta.dirname;
const STATIC = `${ROOT}/static`;
const folder = resolve(process.argv[2] ?? `${ROOT}/bundle`);

const BARE_NAME = /"([^"]+)": "\{\{ asset\('(vendor\/[^']+)'\) \}\}"/g;
const PAGE_SCRIPT = /<script type="module" src="\{\{ asset\('([^']+)'\) \}\}"/g;

const read = (path) => readFileSync(path, "utf-8");
const digest = (path) => createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 12);
const digests = (below, paths) =>
  Object.fromEntries(paths.sort().map((path) => [slashed(path), digest(`${below}/${path}`)]));
const slashed = (path) => path.replaceAll("\\", "/");

/** The import map of the pages: bare names lead to vendored files. */
const vendored = new Map(
  [...read(`${ROOT}/templates/base.html`).matchAll(BARE_NAME)].map(([, name, path]) => [
    name,
    `${STATIC}/${path}`,
  ]),
);
const importMap = {
  name: "import-map",
  setup: (esbuild) =>
    esbuild.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      vendored.has(path) ? { path: vendored.get(path) } : undefined,
    ),
};

/**
 * The scripts that a page or the table names; all others are imported by them. Pages of rules stay
 * as they are: they share nothing with others but drawings, and would cut the parts up.
 */
const entries = new Set([
  ...globSync(`${ROOT}/templates/*.html`).flatMap((page) =>
    [...read(page).matchAll(PAGE_SCRIPT)].map(([, path]) => path),
  ),
  ...globSync("games/*/table.js", { cwd: STATIC }),
]);

const options = {
  absWorkingDir: ROOT,
  entryPoints: [...entries].sort().map((path) => `${STATIC}/${path}`),
  outbase: STATIC,
  outdir: `${folder}.part`,
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["chrome123", "edge123", "firefox125", "safari17.5"], // as templates/base.html says
  metafile: true,
  logLevel: "warning",
};

/** Each source with its imports: a build that writes nothing. */
const graph = (await build({ ...options, plugins: [importMap], write: false })).metafile.inputs;

/** A source and all that it imports before it runs. */
function closure(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: other, kind } of graph[path].imports)
    if (kind === "import-statement") closure(other, found);
  return found;
}

/**
 * Esbuild puts modules into one file that are needed by the same scripts. So whatever comes after
 * the table's script would cut that up: games, and parts that are imported late. Here each of them
 * also imports what the table has by then: late parts all of it, games what any game needs of it.
 * The table has what most games need.
 */
const TABLE = "static/js/table/shell/main.js";
const tables = globSync("static/games/*/table.js", { cwd: ROOT }).map(slashed);
const ofGames = tables.flatMap((path) => [...closure(path)]);
const forGames = new Set(ofGames);
const forMost = [...forGames].filter(
  (path) => ofGames.filter((other) => other === path).length > tables.length / 2,
);
const atTable = new Set([...closure(TABLE), ...forMost]);
const early = new Set([...entries].flatMap((path) => [...closure(`static/${path}`)]));
const late = Object.values(graph)
  .flatMap(({ imports }) => imports.filter(({ kind }) => kind === "dynamic-import"))
  .map(({ path }) => path)
  .filter((path) => !early.has(path));
const beside = [...read(`${ROOT}/templates/table.html`).matchAll(PAGE_SCRIPT)]
  .map(([, path]) => `static/${path}`)
  .filter((path) => path !== TABLE);
const before = new Map([
  [TABLE, forMost],
  ...tables.map((path) => [path, [...atTable].filter((other) => forGames.has(other))]),
  ...[...late, ...beside].map((path) => [path, [...atTable].filter((other) => other !== TABLE)]),
]);
const afterTheTable = {
  name: "after-the-table",
  setup: (esbuild) =>
    esbuild.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const known = before.get(slashed(relative(ROOT, path)));
      if (known === undefined) return undefined;
      const imports = known.map((other) => `import ${JSON.stringify(`${ROOT}/${other}`)};`);
      return { contents: `${read(path)}\n${imports.join("\n")}`, resolveDir: dirname(path) };
    }),
};

const part = options.outdir;
rmSync(part, { recursive: true, force: true });
mkdirSync(part, { recursive: true });
const { metafile } = await build({
  ...options,
  chunkNames: "js/chunks/[hash]",
  minify: true,
  plugins: [importMap, afterTheTable],
});

/** The name of one of esbuild's paths below a folder. */
const nameIn = (start, path) => slashed(relative(start, resolve(ROOT, path)));
const outputs = new Map(
  Object.entries(metafile.outputs).map(([path, made]) => [nameIn(part, path), made]),
);

/** An output and all that it imports before it runs. */
function required(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: other, kind } of outputs.get(path).imports)
    if (kind === "import-statement") required(nameIn(part, other), found);
  return found;
}

const sources = globSync(["js/**/*.js", "games/**/*.js", "vendor/**/*.js"], { cwd: STATIC });
const manifest = {
  sources: digests(STATIC, sources),
  outputs: digests(part, [...outputs.keys()]),
  modules: Object.fromEntries([...entries].sort().map((path) => [path, [...required(path)]])),
};
writeFileSync(`${part}/bundle.json`, JSON.stringify(manifest, null, 1));
rmSync(folder, { recursive: true, force: true });
renameSync(part, folder);
const bytes = [...outputs.values()].reduce((sum, made) => sum + made.bytes, 0);
console.log(`${folder}: ${outputs.size} files, ${Math.round(bytes / 1000)} kB`);
