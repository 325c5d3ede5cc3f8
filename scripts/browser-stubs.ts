import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { build } from "esbuild";

/** The fields of a package.json that name its entries. */
export interface Entries {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/**
 * Writes the browser's file of each entry point with the condition "browser": every name of the real file, as a stub.
 * Bundlers for browsers scan files that hold both halves of an app, so each name must link, and throws when it is
 * used, not when it is imported. Runs in the folder of a package, after its build.
 */
export async function writeBrowserStubs({ name, exports }: Entries): Promise<void> {
  const remedy = remedyOf(name, exports);
  for (const target of Object.values(exports)) {
    if (typeof target === "string" || !target.browser?.startsWith("./dist/browser/")) continue;
    for (const file of globSync(target.default ?? "")) {
      const stub = file.replace(/^dist[\\/]/, "dist/browser/");
      mkdirSync(dirname(stub), { recursive: true });
      writeFileSync(stub, textOf(name, remedy, await namesOf(file)));
    }
  }
}

/** What a developer imports in a browser instead. */
function remedyOf(name: string, exports: Entries["exports"]): string {
  if (name === "@keyhold/core") return "import @keyhold/client here";
  return "./client" in exports ? `import ${name}/client here` : "use it in code of the server only";
}

async function namesOf(file: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    format: "esm",
    outdir: "dist",
    write: false,
    metafile: true,
  });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
}

/** Tools that look at every export of a module ask for symbols, for `then` and for the properties of functions. */
const textOf = (
  name: string,
  remedy: string,
  names: readonly string[],
): string => `// Made by the build: the names of ${name} for bundlers of browsers.
const stub = (name) => {
  const fail = () => {
    throw new Error(\`\${name} of ${name} is the server half of Keyhold and cannot run in a browser: ${remedy}.\`);
  };
  const get = (target, key) =>
    key === Symbol.hasInstance || !(typeof key === "symbol" || key in target || key === "then" || key === "$$typeof")
      ? fail()
      : Reflect.get(target, key);
  return new Proxy(function () {}, { apply: fail, construct: fail, get });
};
${names.map((one) => `export const ${one} = /* @__PURE__ */ stub("${one}");\n`).join("")}`;
