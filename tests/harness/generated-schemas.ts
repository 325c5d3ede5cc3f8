// What `keyhold generate` writes, for the tests of the adapters that take it.
export { drizzleSchema } from "../../packages/cli/src/generate/drizzle.ts";
export { prismaSchema } from "../../packages/cli/src/generate/prisma.ts";
