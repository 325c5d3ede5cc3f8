// A worker with Durable Objects: they run the conformance suite, or serve the app.
import { planMigration } from "@keyhold/adapter-sql";
import { type DurableObjectStorageLike, durableObject } from "@keyhold/adapter-sql/durable-object";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { openApp } from "./app.js";
import { runSuite } from "./suite-runner.js";

interface ObjectState {
  readonly storage: DurableObjectStorageLike;
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>;
}

interface Namespace {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
}

type Handler = (request: Request) => Promise<Response>;

export class App {
  readonly #handler: Promise<Handler>;

  constructor(state: ObjectState) {
    this.#handler = state.blockConcurrencyWhile(() => open(state.storage));
  }

  async fetch(request: Request): Promise<Response> {
    return (await this.#handler)(request);
  }
}

function open(storage: DurableObjectStorageLike): Promise<Handler> {
  const { sql } = storage;
  return openApp({
    database: durableObject(storage),
    createTable: (statement) => void sql.exec(statement),
    insertProfile: (tx, userId) => void tx.exec("insert into profile values (?)", userId),
    countProfiles: () => [...sql.exec("select * from profile").raw()].length,
  });
}

export class Suite {
  constructor(readonly state: ObjectState) {}

  async fetch(request: Request): Promise<Response> {
    const { storage } = this.state;
    const tested = request.url.endsWith("/suite") ? storage : withoutTransactions(storage);
    const make: MakeAdapter = async (schema) => {
      const database = durableObject(tested);
      await (await planMigration(database, schema)).apply();
      return { adapter: database.connect(schema), close: () => database.close() };
    };
    // All parts: this driver also writes the statements with many parameters in another way.
    adapterConformance("in a Durable Object", make);
    return Response.json(await runSuite());
  }
}

/** A storage without real transactions: the suite must notice. */
const withoutTransactions = ({ sql }: DurableObjectStorageLike): DurableObjectStorageLike => ({
  sql,
  transaction: (work) => work(),
});

/** An object of a class without SQLite. */
export class Without {
  constructor(readonly state: ObjectState) {}

  async fetch(): Promise<Response> {
    try {
      durableObject(this.state.storage);
      return new Response("no error");
    } catch (error) {
      return new Response(String(error));
    }
  }
}

/** The entry point of the worker. Each suite has a separate object, and so a separate database. */
export const router = {
  fetch(request: Request, { APP, SUITE, WITHOUT }: Readonly<Record<"APP" | "SUITE" | "WITHOUT", Namespace>>) {
    const { pathname } = new URL(request.url);
    const namespace = { "/suite": SUITE, "/mutant": SUITE, "/without": WITHOUT }[pathname] ?? APP;
    return namespace.get(namespace.idFromName(namespace === SUITE ? pathname : "one")).fetch(request);
  },
};
