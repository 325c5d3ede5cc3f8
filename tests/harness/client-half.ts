import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The half of a plugin for browsers. */
interface ClientHalf {
  /** What the plugin gives users, for the names of the tests, e.g. "codes". */
  readonly name: string;
  /** The entry point, e.g. "@keyhold/email-otp/client". */
  readonly entry: string;
  /** The exported function, e.g. "emailOtpClient". */
  readonly plugin: string;
  /** A text of the half, which a bundle without the plugin lacks. */
  readonly mark: string;
  /** A text of the bundle with the plugin, in small letters. */
  readonly call: string;
  /** Words of the server's code, beside those of every plugin. */
  readonly serverWords?: readonly string[];
  /** The folder of the test, in which the packages are found. */
  readonly folder: string;
}

/** The bytes of the plugin in an app's bundle, beside client and hook: after gzip. */
const maxBytes = 1024;

/** The tests of the bytes of a plugin's half for browsers, in the packages as they are built. */
export function testClientHalf({ name, entry, plugin, mark, call, serverWords = [], folder }: ClientHalf): void {
  const bundle = async (plugins: string): Promise<string> => {
    const contents = `
      import { createAuthClient } from "@keyhold/react";
      import { ${plugin} } from "${entry}";
      export const client = createAuthClient({ plugins: [${plugins}] });`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      platform: "browser",
      external: ["react"],
      write: false,
    });
    return outputFiles[0]?.text ?? "";
  };
  const size = (text: string): number => gzipSync(text, { level: 9 }).length;

  test(`${name} cost less than 1 KB in a page with them, and no bytes in a page without them`, async () => {
    const without = await bundle("");
    expect(without).not.toContain(mark);
    const bytes = size(await bundle(`${plugin}()`)) - size(without);
    expect(bytes).toBeLessThan(maxBytes);
    expect(bytes).toBeGreaterThan(20);
  });

  test("the bundle contains no server code", async () => {
    const text = (await bundle(`${plugin}()`)).toLowerCase();
    expect(text).toContain(call);
    const foreign = ["transaction", "node:", "set-cookie", ...serverWords];
    expect(foreign.filter((word) => text.includes(word))).toEqual([]);
  });
}
