import { defineConfig } from "vitest/config";
import { sourceAliases } from "../../harness/source-aliases.ts";

/** The tests that judge the mutants of a folder: a list of globs, as JSON. */
const { MUTANT_TESTS = "[]" } = process.env;

export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    include: JSON.parse(MUTANT_TESTS),
    provide: { tier: "quick", outages: false },
    isolate: false,
    globalSetup: ["tests/harness/services.ts"],
    reporters: [],
    // A test that fails in the first run ends the measurement; StrykerJS ends endless loops itself.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 10_000,
  },
});
