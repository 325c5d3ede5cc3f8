import type { Schema } from "@keyhold/core/adapter";
import { defineModel, text } from "@keyhold/core/plugin";
import { createPool, type Pool } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase, raceTypes } from "../../../../tests/harness/databases.js";
import { planMigration } from "../index.js";
import { mysql } from "../mysql.js";

const services = inject("services");
const clubModel = defineModel("club", { id: text(), name: text() });
const schema: Schema = { models: new Map([["club", clubModel]]) };

describe.skipIf(!raceTypes(services).includes("galera"))("connections to nodes of Galera", () => {
  let fresh: FreshDatabase;
  let urls: readonly string[];
  beforeAll(async () => {
    fresh = await freshDatabase("galera", services);
    urls = fresh.place.split(" ");
    const first = mysql(urls[0] ?? "");
    await (await planMigration(first, schema)).apply();
    await first.close();
  });
  afterAll(() => fresh.drop());

  it.each([
    ["the adapter's own pool", (uri: string): string | Pool => uri],
    ["an app's pool", (uri: string): string | Pool => createPool({ uri })],
  ])("find a row that another node has acknowledged: %s", async (name, poolOf) => {
    const pools = urls.map(poolOf);
    const nodes = pools.map((pool) => mysql(pool));
    const adapters = nodes.map((node) => node.connect(schema));
    for (let round = 0; round < 100; round += 1) {
      const id = `${name.length}-${round}`;
      const [writer, ...readers] = adapters.map((_, index) => adapters[(index + round) % adapters.length]);
      await writer?.insert(clubModel, { id, name });
      expect(await Promise.all(readers.map((reader) => reader?.find(clubModel, { id })))).not.toContain(null);
    }
    for (const node of nodes) await node.close();
    for (const pool of pools) if (typeof pool !== "string") await pool.end();
  });

  it("prepare no statement inside a transaction, and keep every text as it is", async () => {
    const pool = createPool({ uri: urls[1] ?? "", connectionLimit: 1 });
    const database = mysql(pool);
    const db = database.connect(schema);
    const prepared = async (): Promise<unknown> => {
      const [rows] = await pool.query("show session status like 'Com_stmt_prepare'");
      return rows;
    };
    await db.count(clubModel, {});
    const before = await prepared();
    const name = 'it\'s ? \\ "quoted" `é` 🔑 \0 end\\';
    const found = await db.transaction(async (tx) => {
      await tx.insert(clubModel, { id: "quotes", name: "" });
      await tx.update(clubModel, "quotes", { name });
      await tx.lock(clubModel, "quotes");
      return tx.find(clubModel, { name });
    });
    expect(found).toEqual({ id: "quotes", name });
    expect(await prepared()).toEqual(before);
    await database.close();
    await pool.end();
  });
});
