export type { DialectName, SqlDatabase, SqlOptions, WaitOptions } from "@keyhold/adapter-sql";
export { type PrismaAdapterOptions, prismaAdapter } from "./prisma-adapter.js";
export type { PrismaClientLike, PrismaTransaction } from "./prisma-client.js";
