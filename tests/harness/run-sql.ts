import { DatabaseSync } from "node:sqlite";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import type { FreshDatabase } from "./databases.ts";

/** Runs statements of an app on its database, on a connection of their own. */
export async function runSql(
  { type, place }: Pick<FreshDatabase, "type" | "place">,
  statements: readonly string[],
): Promise<void> {
  const { run, close } = await connect(type, place);
  try {
    for (const statement of statements) await run(statement);
  } finally {
    await close();
  }
}

interface Connection {
  run(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

async function connect(type: FreshDatabase["type"], place: string): Promise<Connection> {
  if (type === "postgres") {
    const client = new pg.Client({ connectionString: place });
    await client.connect();
    return { run: (statement) => client.query(statement), close: () => client.end() };
  }
  if (type === "mysql") {
    const connection = await createConnection({ uri: place });
    return { run: (statement) => connection.query(statement), close: () => connection.end() };
  }
  const database = new DatabaseSync(place);
  return { run: async (statement) => database.exec(statement), close: async () => database.close() };
}
