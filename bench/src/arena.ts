import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "./calls.ts";
import type { LoadMethods } from "./children/load.ts";
import type { ServerMethods } from "./children/server.ts";
import type { ContenderName, HashChoice } from "./contenders/contender.ts";
import type { Person } from "./load/requests.ts";
import type { Scale } from "./scale.ts";
import { multiplyRows } from "./seed.ts";

/** A seeded database file of one contender, with users from real sign-ups and their cookies. */
export interface Prepared {
  readonly file: string;
  readonly people: readonly Person[];
  readonly cookies: readonly string[];
}

export interface Server extends Child<ServerMethods> {
  readonly port: number;
}

export interface Arena {
  readonly scale: Scale;
  readonly names: readonly ContenderName[];
  readonly load: Child<LoadMethods>;
  prepared(name: ContenderName, hash?: HashChoice): Promise<Prepared>;
  startServer(name: ContenderName, hash?: HashChoice, hashesAtOnce?: number): Promise<Server>;
}

export async function openArena(directory: string, scale: Scale, names: readonly ContenderName[]): Promise<Arena> {
  const load = await startChild<LoadMethods>("load");
  const preparations = new Map<string, Promise<Prepared>>();
  const prepared: Arena["prepared"] = (name, hash = "own") => {
    const key = `${name}-${hash}`;
    const preparation = preparations.get(key) ?? prepare(join(directory, `${key}.sqlite`), name, hash);
    preparations.set(key, preparation);
    return preparation;
  };

  async function prepare(file: string, name: ContenderName, hash: HashChoice): Promise<Prepared> {
    rmSync(file, { force: true });
    const server = await serve(file, name, hash, Number.POSITIVE_INFINITY);
    await server.call("migrate");
    const people = Array.from({ length: scale.people }, (_, index) => ({
      email: `person${index}@example.com`,
      password: `correct horse battery ${index}`,
    }));
    const cookies = await load.call("signUps", { port: server.port, people });
    await server.stop();
    multiplyRows(file, scale.seededUsers);
    return { file, people, cookies };
  }

  return {
    scale,
    names,
    load,
    prepared,
    async startServer(name, hash = "own", hashesAtOnce = Number.POSITIVE_INFINITY) {
      const { file } = await prepared(name, hash);
      return serve(file, name, hash, hashesAtOnce);
    },
  };
}

async function serve(file: string, name: ContenderName, hash: HashChoice, hashesAtOnce: number): Promise<Server> {
  const child = await startChild<ServerMethods>("server", [name, file, hash, String(hashesAtOnce)]);
  return { ...child, port: await child.call("port") };
}
