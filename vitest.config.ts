import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The rule of tsconfig.json's paths: tests run on sources, so they need no build. */
const alias = [
  { find: /^#(digest|password)$/, replacement: source("packages/core/src/secret/$1.node.ts") },
  { find: /^@keyhold\/([^/]+)$/, replacement: source("packages/$1/src/index.ts") },
  { find: /^@keyhold\/social\/(?!client$)(.+)$/, replacement: source("packages/social/src/providers/$1.ts") },
  { find: /^@keyhold\/([^/]+)\/(.+)$/, replacement: source("packages/$1/src/$2.ts") },
];

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "examples/**/*.test.ts", "bench/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: ["tests/services.ts"],
    reporters: ["default", "./tests/summary.ts"],
    // Password hashing and PGlite's start take seconds on a busy two-core machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
  },
});
