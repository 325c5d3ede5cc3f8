import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import type { Services } from "../harness/services.ts";
import { openPeerDatabase } from "./database.ts";
import { type Front, openFront } from "./front.ts";
import { type Keyhold, type KeyholdOptions, startKeyhold } from "./keyhold.ts";
import { type Peer, type PeerOptions, startPeer } from "./peer.ts";
import { type Population, populate } from "./people.ts";

/** better-auth and Keyhold over one database made and filled by better-auth, behind one address. */
export interface Both {
  readonly front: Front;
  readonly peer: Peer;
  readonly keyhold: Keyhold;
  readonly people: Population;
  readonly database: FreshDatabase;
  /** The rows of a table, as the driver reads them. */
  rows(table: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Runs Keyhold with another config from now on. */
  restart(changes?: KeyholdOptions["changes"]): Promise<void>;
  close(): Promise<void>;
}

export interface BothOptions {
  readonly type: "sqlite" | "postgres";
  readonly services: Services;
  readonly peer?: PeerOptions["changes"];
  readonly keyhold?: KeyholdOptions["changes"];
}

export async function startBoth({ type, services, ...changes }: BothOptions): Promise<Both> {
  const database = await freshDatabase(type, services);
  const front = await openFront();
  const plain = await startPeer({ database, front });
  const people = await populate(plain);
  const peer = changes.peer ? await replacePeer(plain, { database, front, changes: changes.peer }) : plain;
  let keyhold = await startKeyhold({ database, front, changes: changes.keyhold });
  const reader = openPeerDatabase(database);
  return {
    front,
    peer,
    people,
    database,
    get keyhold() {
      return keyhold;
    },
    rows: (table) => reader.db.selectFrom(table).selectAll().execute(),
    async restart(next) {
      await keyhold.close();
      keyhold = await startKeyhold({ database, front, changes: next });
    },
    async close() {
      await front.close();
      await Promise.all([peer.close(), keyhold.close(), reader.db.destroy()]);
      await database.drop();
    },
  };
}

/**
 * Starts better-auth again with other options, after the rows are written.
 *
 * Its cookie cache reads the clock twice, for the content and for the signature: if a millisecond passes between them,
 * the next request answers 401. So no rows are written with it.
 */
async function replacePeer(plain: Peer, options: PeerOptions): Promise<Peer> {
  await plain.close();
  return startPeer(options);
}
