import { createAuth } from "@keyhold/core";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { createMailbox } from "@keyhold/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { type DrizzleDatabase, drizzleAdapter } from "../src/index.js";
import { appTables } from "./app-tables.js";
import {
  betterSqlite,
  inPglite,
  libsqlFile,
  migrate,
  mysql2,
  nodePostgres,
  type Opened,
  postgresDotJs,
} from "./databases.js";

const services = inject("services");
const callers = 16;
const password = "a right password";
const passwordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } } as const;

class Stop extends Error {}

/** What every `db` and `tx` of Drizzle has: `run` on SQLite, else `execute`. */
interface Queries {
  run?(query: SQL): unknown;
  execute?(query: SQL): unknown;
  all?(query: SQL): unknown;
}

const run = async (on: unknown, query: SQL): Promise<unknown> => {
  const queries = on as Queries;
  return queries.run ? queries.run(query) : queries.execute?.(query);
};

const ways = [
  { name: "better-sqlite3", open: betterSqlite },
  { name: "a libsql file", open: libsqlFile },
  { name: "PGlite", open: inPglite },
  ...(services.postgres === null
    ? []
    : [
        { name: "pg", open: nodePostgres },
        { name: "postgres.js", open: postgresDotJs },
      ]),
  ...(services.mysql === null ? [] : [{ name: "mysql2", open: mysql2 }]),
];

describe.each(ways)("auth.transaction through Drizzle on $name", ({ open, name }) => {
  let opened: Opened;
  const mailbox = createMailbox();
  /** Runs while a call creates a user. */
  let meanwhile: () => Promise<unknown>;
  const start = (db: DrizzleDatabase, schema: Readonly<Record<string, unknown>>) =>
    createAuth({
      secret: "for tests only: 0123456789abcdefghij",
      baseURL: "https://app.example.com",
      database: drizzleAdapter(db, { schema }),
      mail: mailbox.send,
      rateLimit: { enabled: false, wrongPasswords: false },
      emailAndPassword: { enabled: true, passwordHashing },
      hooks: {
        async "user.create"(draft) {
          await meanwhile();
          return draft;
        },
      },
    });
  let auth: ReturnType<typeof start>;
  let made = 0;
  let person = { name: "Ann", email: "", password };

  beforeAll(async () => {
    opened = await open({});
    const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
    await migrate(opened, schema);
    auth = start(opened.db, appTables(schema, opened.type, {}));
    await run(opened.db, sql`create table profile (user_id varchar(64) not null, place varchar(100) not null unique)`);
  });
  afterAll(async () => {
    await auth.idle();
    await opened.close();
  });
  beforeEach(async () => {
    await auth.idle();
    made += 1;
    person = { ...person, email: `ann${made}@example.com` };
    mailbox.clear();
    meanwhile = async () => undefined;
  });

  const insert = (on: unknown, userId: string, number = 0): Promise<unknown> =>
    run(on, sql`insert into profile (user_id, place) values (${userId}, ${`${made}:${number}`})`);

  /** The numbers of users with this address, and of the app's own rows. */
  const rows = async (): Promise<readonly number[]> => {
    const db = opened.migrations.connect(auth.schema);
    const query = sql`select place from profile where place like ${`${made}:%`}`;
    const queries = opened.db as unknown as Queries;
    const answer = await (queries.all ? queries.all(query) : queries.execute?.(query));
    // mysql2 answers with rows and fields, pg and PGlite with an object.
    const list = opened.type === "mysql" ? Object(answer)[0] : (Object(answer).rows ?? answer);
    return [await db.count(userModel, { email: person.email }), Object(list).length];
  };

  test("a user and the app's row are in one commit", async () => {
    const user = await auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      await insert(tx, user.id);
      return user;
    });
    expect([user.email, await rows()]).toEqual([person.email, [1, 1]]);
  });

  test("an error of the app leaves neither, and sends no email", async () => {
    const failed = auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      await insert(tx, user.id);
      throw new Stop();
    });
    await expect(failed).rejects.toThrow(Stop);
    await auth.idle();
    expect([await rows(), mailbox.messages.length]).toEqual([[0, 0], 0]);
  });

  test("a taken address can be caught, and the app's rows are committed", async () => {
    const { user } = await auth.api.signUp.email(person);
    await auth.transaction(async ({ api, tx }) => {
      await insert(tx, user.id, 1);
      await expect(api.signUp.email(person)).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
      await insert(tx, user.id, 2);
    });
    expect(await rows()).toEqual([1, 2]);
  });

  test("a caught error of the app's own statement is no half commit", async () => {
    const work = auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      await insert(tx, user.id);
      // The database decides whether the transaction goes on after a failed statement of the app.
      await insert(tx, user.id).catch(() => undefined);
    });
    const isCommitted = await work.then(
      () => true,
      () => false,
    );
    await auth.idle();
    expect(await rows()).toEqual(isCommitted ? [1, 1] : [0, 0]);
  });

  test("a statement of the app during a call is rejected, since it could be undone with the call", async () => {
    const work = auth.transaction(async ({ api, tx }) => {
      meanwhile = () => insert(tx, "user-1");
      await api.signUp.email(person);
    });
    await expect(work).rejects.toThrow(/await the call first/);
    expect(await rows()).toEqual([0, 0]);
  });

  test.for(Array.from({ length: raceRounds }, (_, round) => round))(
    "sixteen callers with one address: one user and one row of the app, round %i",
    async () => {
      const sign = async (caller: number) =>
        auth.transaction(async ({ api, tx }) => {
          const { user } = await api.signUp.email(person);
          await insert(tx, user.id, caller);
        });
      const answers = await Promise.allSettled(Array.from({ length: callers }, (_, caller) => sign(caller)));
      const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
      expect(failures).toEqual(Array.from({ length: callers - 1 }, () => "USER_ALREADY_EXISTS"));
      expect(await rows()).toEqual([1, 1]);
    },
  );

  // A database with a single connection has no deadlocks.
  const testOnServers = /sqlite|PGlite/.test(name) ? () => undefined : test;
  testOnServers("a deadlock of the app's statements runs the work again", async () => {
    if (opened.type === "sqlite") return;
    const { user } = await auth.api.signUp.email(person);
    await insert(opened.db, user.id, 1);
    await insert(opened.db, user.id, 2);
    let runs = 0;
    const meet = meeting();
    const both: Promise<unknown>[] = [];
    const touch = (first: number, second: number) =>
      auth.transaction(async ({ tx }) => {
        runs += 1;
        // The caller that runs again waits for the end of the other caller: else both could meet in a second deadlock.
        if (runs > 2) await Promise.race(both);
        const lock = (number: number) =>
          run(tx, sql`update profile set user_id = ${`${runs}`} where place = ${`${made}:${number}`}`);
        await lock(first);
        await meet();
        await lock(second);
      });
    both.push(touch(1, 2), touch(2, 1));
    await Promise.all(both);
    expect(runs).toBe(3);
  });
});

/** The first two callers wait for each other. */
function meeting(): () => Promise<void> {
  let arrived = 0;
  let open = (): void => undefined;
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived === 2) open();
    await both;
  };
}
