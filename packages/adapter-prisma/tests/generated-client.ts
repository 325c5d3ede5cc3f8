import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { DialectName } from "@keyhold/adapter-sql";
import type { PrismaClientLike } from "../src/index.js";

/** A client made by `prisma generate`. */
export interface GeneratedClient extends PrismaClientLike {
  $disconnect(): Promise<void>;
}

export interface Generated {
  readonly PrismaClient: new (options: { adapter: object }) => GeneratedClient;
  remove(): void;
}

const providers = { postgres: "postgresql", mysql: "mysql", sqlite: "sqlite" } as const;

/** Prisma resolves the runtime from the folder of the generated client, so the folder is inside this package. */
const parent = fileURLToPath(new URL("../.generated", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("prisma/package.json");
const prisma = join(dirname(manifest), "build/index.js");
const prismaVersion: string = JSON.parse(readFileSync(manifest, "utf8")).version;

/** The client of a schema with these models, in a new folder. `schemas`: the schemas of PostgreSQL. */
export async function generateClient(
  type: DialectName,
  models: string,
  schemas: readonly string[] = [],
): Promise<Generated> {
  const listed = schemas.length > 0 ? `\n  schemas = ${JSON.stringify(schemas)}` : "";
  const schema = `generator client {
  provider = "prisma-client"
  output = "./client"
}
datasource db {
  provider = "${providers[type]}"${listed}
}
${models}`;
  const generated = await generateOnce(schema);
  const folder = mkdtempSync(join(parent, `${type}-`));
  cpSync(generated, folder, { recursive: true });
  const { PrismaClient } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "client/client.ts")).href);
  return { PrismaClient, remove: () => rmSync(folder, { recursive: true }) };
}

/** The folder with the client of a schema, which later files and later runs read: `prisma generate` takes seconds. */
async function generateOnce(schema: string): Promise<string> {
  const digest = createHash("sha256").update(`${prismaVersion} ${schema}`).digest("hex").slice(0, 16);
  const kept = join(parent, `kept-${digest}`);
  if (existsSync(kept)) return kept;
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "new-"));
  writeFileSync(join(folder, "schema.prisma"), schema);
  await runPrisma(folder, "generate");
  try {
    renameSync(folder, kept);
  } catch (cause) {
    // Another worker has generated this client.
    if (!existsSync(kept)) throw cause;
    rmSync(folder, { recursive: true });
  }
  return kept;
}

/** A command of Prisma that needs neither a network nor the migration engine. */
export const runPrisma = async (folder: string, command: "generate" | "validate"): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [prisma, command, "--schema", "schema.prisma"], {
      cwd: folder,
      env: {
        ...process.env,
        CI: "1",
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        // These commands check that the file exists, and never run the file.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      },
    })
  ).stdout;

/** For statements only: Prisma generates no client without a model. */
export const anyModel = "model Unused {\n  id String @id\n}\n";
