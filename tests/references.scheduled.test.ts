import { describeReferences } from "./harness/published/reference-tests.ts";

/** Each layout with each resolution by the older compilers. */

describeReferences([
  ["pnpm", "nodenext", "5.9"],
  ["pnpm", "bundler", "6"],
  ["npm", "nodenext", "6"],
  ["npm", "bundler", "5.9"],
]);
