import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";

/** The files loaded by importing a part: an app without a part does not pay for it. */

const root = join(import.meta.dirname, "..");
const providers = globSync("packages/social/src/providers/*.ts", { cwd: root }).map((path) => basename(path, ".ts"));

/** The files loaded with a module, by the module's name. */
const loaded = new Map<string, readonly string[]>();

const modules = [
  "@keyhold/core",
  "@keyhold/username",
  "@keyhold/social",
  "@keyhold/social/client",
  "@keyhold/social/revocation",
  "@keyhold/admin/client",
  "@keyhold/mail",
  "@keyhold/adapter-kysely",
  "@keyhold/adapter-sql/sqlite",
];

beforeAll(async () => {
  const all = [...modules, ...providers.map((id) => `@keyhold/social/${id}`)];
  await Promise.all(all.map(async (name) => loaded.set(name, await filesOf(name))));
}, 60_000);

/** Our own files as paths from the root, those of dependencies as their package's name. */
async function filesOf(name: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: `import ${JSON.stringify(name)};`, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    // Imports are loaded with or without side effects.
    ignoreAnnotations: true,
    absWorkingDir: root,
    tsconfig: join(root, "tsconfig.json"),
  });
  return [...new Set(Object.keys(metafile.inputs).map((path) => dependencyIn(path) ?? path))].filter(
    (path) => path !== "<stdin>",
  );
}

/** The package of a file below node_modules; null for our own. */
const dependencyIn = (path: string): string | null => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? null;

const loadedWith = (name: string): readonly string[] => loaded.get(name) ?? [];
const isOfSocial = (path: string): boolean => path.startsWith("packages/social/");

const alsoLoaded: Readonly<Record<string, readonly string[]>> = {
  // Its secret is a signed token.
  apple: ["jose"],
  // It defines the accepted signature algorithms.
  oidc: ["packages/social/src/oauth/id-token.ts", "jose"],
};

describe("importing", () => {
  test.each(["@keyhold/core", "@keyhold/username"])("%s loads no file of social sign-in", (name) => {
    expect(loadedWith(name)).toContain("packages/core/src/contract/errors.ts");
    expect(loadedWith(name).filter((path) => isOfSocial(path) || path === "oauth4webapi")).toEqual([]);
  });

  test.each(["@keyhold/adapter-kysely", "@keyhold/adapter-sql/sqlite"])("%s loads no Kysely and no driver", (name) => {
    expect(loadedWith(name)).toContain("packages/adapter-sql/src/statement/read.ts");
    const foreign = ["kysely", "pg", "mysql2", "@electric-sql/pglite"];
    expect(loadedWith(name).filter((path) => foreign.includes(path))).toEqual([]);
  });

  test("the email templates load no file of the server but its rule about names", () => {
    const files = loadedWith("@keyhold/mail").filter((path) => !path.startsWith("packages/mail/"));
    expect(files).toEqual(["packages/core/src/contract/safe-name.ts"]);
  });

  test("social sign-in loads no provider", () => {
    expect(loadedWith("@keyhold/social")).toContain("oauth4webapi");
    expect(loadedWith("@keyhold/social").filter((path) => path.includes("/providers/"))).toEqual([]);
  });

  test("social sign-in loads no file of the outbox", () => {
    expect(loadedWith("@keyhold/social/revocation")).toContain("packages/core/src/outbox/kind.ts");
    expect(loadedWith("@keyhold/social").filter((path) => path.includes("/outbox/"))).toEqual([]);
  });

  test.each(providers)("%s loads no other provider, and few other files", (id) => {
    const files = loadedWith(`@keyhold/social/${id}`);
    const own = `packages/social/src/providers/${id}.ts`;
    const names = ["provider", "option-values", "oauth/http"];
    // Apple requires that apps revoke tokens: other providers do so only with the option.
    const revoking = id === "apple" ? loadedWith("@keyhold/social/revocation") : [];
    const shared = [...names.map((name) => `packages/social/src/${name}.ts`), ...revoking];
    expect(files).toContain(own);
    expect(files.filter((path) => ![own, ...shared, ...(alsoLoaded[id] ?? [])].includes(path))).toEqual([]);
  });

  test("the browser half of social sign-in loads no file of the server", () => {
    const files = loadedWith("@keyhold/social/client");
    expect(files.filter(isOfSocial).sort()).toEqual([
      "packages/social/src/client-routes.ts",
      "packages/social/src/client.ts",
    ]);
    expect(files.filter((path) => !isOfSocial(path) && !path.startsWith("packages/client/"))).toEqual([]);
  });

  test("the browser half of the admin plugin loads no file of the server", () => {
    const files = loadedWith("@keyhold/admin/client").filter((path) => !path.startsWith("packages/client/"));
    expect(files.filter((path) => path.startsWith("packages/admin/")).sort()).toEqual([
      "packages/admin/src/authority/banned.ts",
      "packages/admin/src/client-routes.ts",
      "packages/admin/src/client.ts",
      "packages/admin/src/permissions.ts",
    ]);
    expect(files.filter((path) => !/^packages\/(admin|access)\//.test(path))).toEqual([]);
  });
});
