// Runs the suite in a separate process, and prints the names of the failed tests.
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { sourceAliases } from "../../../../tests/harness/source-aliases.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const vitest = await startVitest(
  "test",
  [],
  {
    root,
    config: false,
    watch: false,
    include: ["packages/adapter-sql/tests/mutants/suite.ts"],
    reporters: [{}],
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  { resolve: { alias: sourceAliases() } },
);
const failed = vitest.state
  .getTestModules()
  .flatMap((module) => [...module.children.allTests("failed")].map(({ fullName }) => fullName));
const passed = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests("passed")]).length;
process.stdout.write(`\n${JSON.stringify({ failed, passed })}\n`);
await vitest.close();
process.exit(0);
