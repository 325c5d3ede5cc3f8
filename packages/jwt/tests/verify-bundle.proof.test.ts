import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** With jose, after gzip. */
const maxBytes = 12 * 1024;

test("the verifier costs at most 12 KB with jose, and has no server code", async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: 'export { createVerifier } from "@keyhold/jwt/verify";', resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    metafile: true,
    write: false,
  });
  const bytes = gzipSync(outputFiles[0]?.text ?? "", { level: 9 }).length;
  expect(bytes).toBeGreaterThan(2000);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  const foreign = Object.keys(metafile.inputs).filter(
    (path) => !/jwt\/(?:src|dist)\/|node_modules\/jose\/|^<stdin>$/.test(path),
  );
  expect(foreign).toEqual([]);
  expect(outputFiles[0]?.text).not.toMatch(/"node:|transaction|session_token/);
});
