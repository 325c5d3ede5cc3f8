import type { SecondaryStorage } from "@keyhold/core/adapter";
import { memoryStorage } from "@keyhold/testing";
import { inject } from "vitest";
import { type ClientName, openStorage } from "./clients.js";

/** The shared storage of two processes, and the client of each. */
export interface Variant {
  readonly name: string;
  readonly clients: readonly [ClientName, ClientName] | null;
}

const { redis: url } = inject("services");

const all: readonly Variant[] = [
  { name: "in memory", clients: null },
  { name: "in Redis over node-redis here and ioredis there", clients: ["node-redis", "ioredis"] },
  { name: "in Redis over ioredis here and node-redis there", clients: ["ioredis", "node-redis"] },
];

/** The variants with available services. */
export const variants: readonly Variant[] = all.filter(({ clients }) => clients === null || url !== null);

export interface OpenVariant {
  readonly storages: readonly [SecondaryStorage, SecondaryStorage];
  close(): void;
}

let opened = 0;

/** A busy machine answers late, and then the database would count, too. */
const timeoutMilliseconds = 10_000;

/** An empty storage: in a shared Redis, under a new prefix. */
export async function openVariant({ clients }: Variant): Promise<OpenVariant> {
  if (!clients) {
    const storage = memoryStorage();
    return { storages: [storage, storage], close: () => undefined };
  }
  opened += 1;
  const prefix = `test-${process.pid}-${opened}`;
  const [here, there] = await Promise.all([
    openStorage(clients[0], url ?? "", { prefix, timeoutMilliseconds }),
    openStorage(clients[1], url ?? "", { prefix, timeoutMilliseconds }),
  ]);
  return {
    storages: [here.storage, there.storage],
    close() {
      here.close();
      there.close();
    },
  };
}
