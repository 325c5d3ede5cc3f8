import { readFileSync } from "node:fs";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Galera, startGalera } from "./harness/galera.ts";
import { isWhole } from "./harness/repeats.ts";

const { galera: offered } = inject("services");

describe.skipIf(offered === null)("a cluster of the tests, of which servers end by themselves,", () => {
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

  // The cluster is made anew after two as after three.
  test.for([[[2]], ...(isWhole ? [[[0, 1]]] : []), [[0, 1, 2]]])(
    "has every acknowledged write after a repair: %j",
    async ([lost = []]) => {
      const id = lost.length;
      await sql(0, `insert into keyhold.write values (${id})`);
      for (const node of lost) await endProcess(node);
      await galera.repair();
      expect(galera.hasCrashed()).toBe(false);
      for (const node of galera.urls.keys()) {
        expect(await sql(node, `select id from keyhold.write where id = ${id}`)).toEqual([[id]]);
      }
      expect(await galera.appliesWrites()).toBe(true);
    },
  );
});
