import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

async function bundle(contents: string, format: "esm" | "iife" = "esm"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    format,
    target: "es2022",
    platform: "browser",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

test.each([
  ["all of them", "*", 4096],
  ["the one of custom fields", "{ customFieldDataValidator }", 2048],
  ["the one of addresses, with its lists", "{ billingAddressValidator }", 2560],
  ["the one of metadata", "{ metadataValidator }", 1536],
])("%s: what a page ships stays below the budget", async (_, names, budgetBytes) => {
  const text = await bundle(`export ${names} from "../validators.js";`);
  const bytes = gzipSync(text, { level: 9 }).length;
  expect(bytes, `${text.length} bytes before gzip`).toBeLessThan(budgetBytes);
  expect(bytes).toBeGreaterThan(budgetBytes / 2);
});

test("neither zod nor an entity is in it", async () => {
  const text = await bundle('export * from "../validators.js";');
  expect(["zod", "safeParse", "organization_id", "custom_field_id"].filter((word) => text.includes(word))).toEqual([]);
});

test("an app that checks custom fields ships no list of countries", async () => {
  expect(await bundle('export { customFieldDataValidator } from "../validators.js";')).not.toContain("AD AE");
  expect(await bundle('export { billingAddressValidator } from "../validators.js";')).toContain("AD AE");
});

test("an object of another window is checked as well, without platform APIs", async () => {
  const text = await bundle(
    `import { metadataValidator } from "../validators.js";
     globalThis.answers = [metadataValidator().validate(globalThis.given).success, metadataValidator().validate([]).success];`,
    "iife",
  );
  const globals: { given: object; answers?: readonly boolean[] } = { given: { plan: "pro" } };
  runInNewContext(text, globals);
  expect([...(globals.answers ?? [])]).toEqual([true, false]);
});
