// Writes every number that counts files of this repository into the texts that state the number, so that no contributor
// counts by hand. `npm run fix` runs this program, and so does `npm run new`.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Providers that an app configures itself: no text counts them. */
const generic: readonly string[] = ["oidc", "oauth2"];

/** The ids of the social providers of a repository, in the order of the alphabet. */
export const providerIds = (root: string): readonly string[] =>
  globSync("packages/social/src/providers/*.ts", { cwd: root })
    .map((path) => basename(path, ".ts"))
    .filter((id) => !generic.includes(id))
    .sort();

interface Place {
  /** The files with the number, as globs below the root. */
  readonly paths: readonly string[];
  /** Matches the number only. */
  readonly number: RegExp;
  /** The number for this count of providers. */
  readonly from: (providers: number) => number;
}

const places: readonly Place[] = [
  {
    paths: ["README.md", "docs/**/*.md", "packages/*/README.md", ".changeset/*.md"],
    number: /\b\d+(?= (?:\[providers\]|(?:social )?providers\b))/g,
    from: (providers) => providers,
  },
  {
    // The text names three of them.
    paths: ["README.md", "packages/social/package.json", "packages/*/README.md", ".changeset/*.md"],
    number: /(?<=Apple and )\d+(?= (?:more|other))/g,
    from: (providers) => providers - 3,
  },
];

/** The texts whose numbers differ from the count, with the right numbers. */
export function countedTexts(root: string): ReadonlyMap<string, string> {
  const providers = providerIds(root).length;
  const changed = new Map<string, string>();
  for (const { paths, number, from } of places) {
    for (const path of globSync([...paths], { cwd: root, exclude: ["docs/decisions/**", "docs/benchmarks.md"] })) {
      const before = readFileSync(join(root, path), "utf8");
      const after = before.replaceAll(number, String(from(providers)));
      if (after !== before) changed.set(path, after);
    }
  }
  return changed;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  for (const [path, text] of countedTexts(root)) {
    writeFileSync(join(root, path), text);
    console.log(`wrote the count: ${path}`);
  }
}
