import { readFileSync } from "node:fs";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Galera, startGalera } from "./harness/galera.ts";
import { loseNodes } from "./harness/lost-nodes.ts";

const { galera: offered } = inject("services");

describe.skipIf(offered === null)("a cluster of the tests, of which a node is lost again and again,", () => {
  let galera: Galera;
  beforeAll(async () => {
    galera = await startGalera();
    await sql(0, "create table keyhold.write (id int primary key)");
  });
  afterAll(() => galera?.stop());

  async function sql(node: number, statement: string): Promise<unknown> {
    const connection = await createConnection({ uri: `${galera.urls[node]}`, rowsAsArray: true });
    const [rows] = await connection.query(`set statement wsrep_sync_wait = 15 for ${statement}`);
    connection.destroy();
    return rows;
  }

  async function endProcess(node: number): Promise<void> {
    const connection = await createConnection({ uri: `${galera.urls[node]}`, rowsAsArray: true });
    const [rows] = await connection.query<never[][]>("select @@pid_file");
    connection.destroy();
    process.kill(Number(readFileSync(String(rows[0]?.[0]), "utf8")), "SIGKILL");
    await expect.poll(() => galera.hasCrashed()).toBe(true);
  }

  test("loses and finds the node again after another one ended by itself", { timeout: 240_000 }, async () => {
    const losses = loseNodes(galera);
    const steps = () => expect.poll(losses.steps, { timeout: 100_000 });
    await steps().toBe(1);
    await sql(0, "insert into keyhold.write values (9)");
    await endProcess(0);
    await steps().toBe(6);
    await losses.stop();
    await galera.repair();
    for (const node of galera.urls.keys()) {
      expect(await sql(node, "select id from keyhold.write where id = 9")).toEqual([[9]]);
    }
  });
});
