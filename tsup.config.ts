import { defineConfig } from "tsup";

/** One file in, one file out: dist mirrors src, so stack traces stay readable. Declarations are tsc's. */
export default defineConfig({
  entry: ["src/**/*.ts", "src/**/*.tsx", "!src/**/*.test.ts", "!src/**/*.test.tsx", "!src/**/*.test-d.ts"],
  format: "esm",
  target: "es2022",
  bundle: false,
  sourcemap: true,
  clean: true,
  silent: true,
  // tsup would turn "node:sqlite" into "sqlite", which does not exist.
  removeNodeProtocol: false,
});
