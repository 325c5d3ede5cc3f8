import { describeReferences } from "./harness/published/reference-tests.ts";

/** Each layout and each resolution once, by the fastest compiler. `consumer-types` has TypeScript 5.9. */

describeReferences([
  ["pnpm", "nodenext", "7"],
  ["npm", "bundler", "7"],
]);
