import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { DialectName } from "@keyhold/adapter-sql";
import type { PrismaClientLike } from "../src/index.js";

/** A client as `prisma generate` makes it. */
export interface GeneratedClient extends PrismaClientLike {
  $disconnect(): Promise<void>;
}

export interface Generated {
  readonly PrismaClient: new (options: { adapter: object }) => GeneratedClient;
  remove(): void;
}

const providers = { postgres: "postgresql", mysql: "mysql", sqlite: "sqlite" } as const;

/** Prisma resolves its runtime from the folder of the generated client, so it is inside this package. */
const parent = fileURLToPath(new URL("../.generated", import.meta.url));
const prisma = join(dirname(createRequire(import.meta.url).resolve("prisma/package.json")), "build/index.js");

/** Writes a schema with these models, and generates its client. `schemas`: those of PostgreSQL. */
export async function generateClient(
  type: DialectName,
  models: string,
  schemas: readonly string[] = [],
): Promise<Generated> {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `${type}-`));
  const listed = schemas.length > 0 ? `\n  schemas = ${JSON.stringify(schemas)}` : "";
  writeFileSync(
    join(folder, "schema.prisma"),
    `generator client {
  provider = "prisma-client"
  output = "./client"
}
datasource db {
  provider = "${providers[type]}"${listed}
}
${models}`,
  );
  await runPrisma(folder, "generate");
  const { PrismaClient } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "client/client.ts")).href);
  return { PrismaClient, remove: () => rmSync(folder, { recursive: true }) };
}

/** A command of Prisma that needs neither a network nor the engine of its migrations. */
export const runPrisma = async (folder: string, command: "generate" | "validate"): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [prisma, command, "--schema", "schema.prisma"], {
      cwd: folder,
      env: {
        ...process.env,
        CI: "1",
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        // These commands check that the file exists, and never run it.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      },
    })
  ).stdout;

/** For statements only: Prisma generates no client without a model. */
export const anyModel = "model Unused {\n  id String @id\n}\n";
