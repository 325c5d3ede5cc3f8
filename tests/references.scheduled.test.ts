import { describeReferences } from "./harness/published/reference-tests.ts";

/** What CI leaves out: the older compilers, with the resolution of Node, and a layout with another resolution. */

describeReferences([
  ["pnpm", "bundler", "7"],
  ["pnpm", "nodenext", "5.9"],
  ["npm", "nodenext", "6"],
]);
