// Copies what the root package.json says once (author, license, repository, publishConfig) to every published package,
// and derives from the repository's address what begins with it: homepages, bugs, and the links that npm shows.
//   node scripts/manifests.mjs           writes
//   node scripts/manifests.mjs --check   writes nothing; names the files that would change, and fails if there are any
import { globSync, readFileSync, writeFileSync } from "node:fs";

const isCheck = process.argv.includes("--check");
const { author, license, repository, publishConfig } = readJson("package.json");
/** E.g. "https://github.com/owner/name". */
const address = repository.url.replace(/^git\+|\.git$/g, "");

/** A link to a place of a repository, e.g. "https://github.com/owner/name/blob/main/docs/mail.md". */
const links = /https:\/\/github\.com\/[^/\s]+\/[^/\s]+(?=\/(?:blob\/main|tree\/main|issues|security)\b)/g;
/** In these files every such link is one of ours. */
const linking = ["packages/*/*.md", ".changeset/*.md", ".github/ISSUE_TEMPLATE/config.yml"];

const texts = [
  ...["package.json", ...globSync("packages/*/package.json")].map((path) => [path, complete(path)]),
  ...globSync(linking).map((path) => [path, readText(path).replaceAll(links, address)]),
];
const changed = texts.filter(([path, text]) => text !== readText(path));
if (!isCheck) for (const [path, text] of changed) writeFileSync(path, text);
for (const [path] of changed) console.log(`${isCheck ? "differs from the root package.json" : "wrote"}: ${path}`);
if (isCheck && changed.length > 0) {
  console.error("npm run fix writes these files.");
  process.exitCode = 1;
}

/** The text of a package's manifest, with the root's values behind the package's own name and description. */
function complete(path) {
  const { name, version, description, keywords, ...rest } = readJson(path);
  const directory = path.replaceAll("\\", "/").replace(/\/?package\.json$/, "");
  const copied = {
    license,
    author,
    homepage: `${address}${directory && `/tree/main/${directory}`}#readme`,
    repository: directory ? { ...repository, directory } : repository,
    bugs: `${address}/issues`,
    publishConfig,
  };
  const own = Object.fromEntries(Object.entries(rest).filter(([key]) => !(key in copied)));
  return `${JSON.stringify({ name, version, description, keywords, ...copied, ...own }, null, 2)}\n`;
}

function readJson(path) {
  return JSON.parse(readText(path));
}

function readText(path) {
  return readFileSync(path, "utf8");
}
