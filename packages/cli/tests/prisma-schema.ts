// For the tests of the adapter for Prisma.
export { prismaSchema } from "../src/generate/prisma.js";
