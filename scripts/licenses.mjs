// Counts the licenses of all dependencies, and fails if a published package brings one that is not in this list.
//   node scripts/licenses.mjs
import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** Permissive licenses: an app that uses such a package keeps its notice, and has no other obligation. */
const allowed = "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0 Unlicense".split(" ");

/** Peers that an app has before it installs a package of ours: their licenses are its own choice. */
const frameworks = ["next", "@tanstack/react-start"];

const packages = globSync("packages/*/package.json").map(dirname).sort();
/** The modules of Expo are not installed here: `pnpm-workspace.yaml`. */
const elsewhere = [join("examples", "expo")];
const programs = [
  ".",
  ...globSync(["examples/{,testing/}*/package.json", "bench/package.json", "tests/*/package.json"]).map(dirname).sort(),
].filter((folder) => !elsewhere.includes(folder));

const published = collect(packages, needsOf);
const installed = collect([...packages, ...programs], (manifest) => ({
  ...required(manifest.devDependencies),
  ...needsOf(manifest),
}));
const development = new Map([...installed].filter(([folder]) => !published.has(folder)));

report("published", published);
for (const line of notAllowed(published)) {
  console.error(`license not allowed: ${line}`);
  process.exitCode = 1;
}
report("development only", development);
for (const line of notAllowed(development)) console.log(`  ${line}`);

/**
 * Every package that the given folders need, directly or through others: its manifest and its dependents, by folder.
 */
function collect(folders, needsOfFolder) {
  const found = new Map();
  const visit = (folder, needs, path) => {
    for (const [name, isRequired] of Object.entries(needs)) {
      const place = find(name, folder);
      if (!place && isRequired) throw new Error(`${name} is not installed, but ${path.join(" > ")} needs it.`);
      if (!place || found.has(place)) continue;
      const manifest = read(place);
      found.set(place, { manifest, path });
      visit(place, needsOf(manifest), [...path, name]);
    }
  };
  for (const folder of folders) {
    const manifest = read(folder);
    visit(realpathSync(folder), needsOfFolder(manifest), [manifest.name]);
  }
  return found;
}

/** npm's installs with a package: true if required. A peer may be the app's own, and optional ones may be absent. */
function needsOf({ dependencies, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional && !frameworks.includes(name),
  );
  const ifInstalled = [...peers, ...Object.keys(optionalDependencies)].map((name) => [name, false]);
  return { ...required(dependencies), ...Object.fromEntries(ifInstalled) };
}

function required(dependencies = {}) {
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, true]));
}

/** The folder of a package, looked for as Node does it; null if it is not installed. */
function find(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (existsSync(join(place, "package.json"))) return realpathSync(place);
    if (folder === dirname(folder)) return null;
  }
}

function notAllowed(found) {
  return [...found.values()]
    .filter(({ manifest }) => !isAllowed(manifest.license))
    .map(
      ({ manifest, path }) =>
        `${manifest.name} ${manifest.version}: ${nameOf(manifest)}, needed by ${path.join(" > ")}`,
    )
    .sort();
}

/** Of "A OR B" one must be allowed, of "A AND B" both. Any other form is not allowed. */
function isAllowed(license) {
  if (typeof license !== "string") return false;
  const expression = license.replace(/^\(([^()]*)\)$/, "$1");
  return expression.split(" OR ").some((choice) => choice.split(" AND ").every((name) => allowed.includes(name)));
}

function nameOf({ license }) {
  return typeof license === "string" ? license : "no license field";
}

function report(title, found) {
  const names = [...found.values()].map(({ manifest }) => nameOf(manifest));
  const counts = [...new Set(names)].sort().map((name) => `${name} ${names.filter((other) => other === name).length}`);
  console.log(`${title}: ${found.size} packages (${counts.join(", ")})`);
}

function read(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
