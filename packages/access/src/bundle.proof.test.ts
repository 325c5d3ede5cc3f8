import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const budgetBytes = 512;

async function bundle(contents: string, format: "esm" | "iife"): Promise<string> {
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

test("a page with the permission check ships less than 512 bytes gzip", async () => {
  const text = await bundle('export { can } from "@keyhold/access";', "esm");
  const bytes = gzipSync(text, { level: 9 }).length;
  expect(bytes, `${text.length} bytes before gzip`).toBeLessThan(budgetBytes);
  expect(bytes).toBeGreaterThan(budgetBytes / 2);
});

test("roles and the permission check need no platform API", async () => {
  const text = await bundle(
    `import { can, defineRoles, everything } from "@keyhold/access";
     const statements = { door: ["open"] };
     const roles = defineRoles(statements, { guard: everything(statements), guest: {} });
     globalThis.answers = ["guard", "guest"].map((role) => can(roles, role, { door: ["open"] })).join();`,
    "iife",
  );
  const globals: { answers?: string } = {};
  runInNewContext(text, globals);
  expect(globals.answers).toBe("true,false");
});
