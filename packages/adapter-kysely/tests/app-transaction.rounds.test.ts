import { DatabaseSync } from "node:sqlite";
import { createAuth } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { createMailbox } from "@keyhold/testing";
import { CamelCasePlugin, type Generated, Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { openDatabase } from "../../../tests/harness/processes/open.js";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { type KyselyDatabase, kyselyAdapter, planMigration } from "../src/index.js";
import { sqlite } from "../src/sqlite.js";

const services = inject("services");
const callers = 16;

/** The app's own table, with a column in another case. The plugin converts the app's names, not the library's. */
interface AppTables {
  profile: { id: Generated<string>; userId: string; place: string };
}

const password = "a right password";
const passwordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } } as const;

class Stop extends Error {}
const stop = (): never => {
  throw new Stop();
};

interface Opened {
  readonly database: KyselyDatabase<AppTables>;
  readonly app: Kysely<AppTables>;
  close(): Promise<void>;
}

const plugins = [new CamelCasePlugin()];

function openByKysely({ type, place }: FreshDatabase): Opened {
  if (type === "sqlite") throw new Error("SQLite through Kysely needs another driver.");
  const pool = type === "postgres" ? new pg.Pool({ connectionString: place }) : createPool({ uri: place });
  pool.on("error", () => undefined);
  const dialect = pool instanceof pg.Pool ? new PostgresDialect({ pool }) : new MysqlDialect({ pool: pool as never });
  const app = new Kysely<AppTables>({ dialect, plugins });
  return { database: kyselyAdapter({ kysely: app, type }), app, close: () => app.destroy() };
}

/** The entry of the package: its own Kysely, which has no plugin. */
function openByEntry(fresh: FreshDatabase): Opened {
  const database = openDatabase(fresh);
  const app = database.kysely.withPlugin(new CamelCasePlugin()) as never as Kysely<AppTables>;
  return { database: database as never, app, close: () => database.close() };
}

const ways = databaseTypes(services).flatMap((type) => [
  { type, way: "the package's entry", open: openByEntry },
  ...(type === "sqlite" ? [] : [{ type, way: "the app's Kysely", open: openByKysely }]),
]);

describe.each(ways)("auth.transaction on $type by $way", ({ type, way, open }) => {
  let fresh: FreshDatabase;
  let opened: Opened;
  const mailbox = createMailbox();
  /** Runs while a call creates a user. */
  let meanwhile: () => Promise<unknown>;
  const start = (database: KyselyDatabase<AppTables>) =>
    createAuth({
      secret: "for tests only: 0123456789abcdefghij",
      baseURL: "https://app.example.com",
      database,
      mail: mailbox.send,
      plugins: [organization()],
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
    fresh = await freshDatabase(type, services);
    opened = open(fresh);
    auth = start(opened.database);
    await (await planMigration(opened.database as never, auth.schema)).apply();
    await opened.app.schema
      .createTable("profile")
      .addColumn("userId", "varchar(64)", (column) => column.notNull())
      .addColumn("place", "varchar(100)", (column) => column.notNull().unique())
      .execute();
  });
  afterAll(async () => {
    await auth.idle();
    await opened.close();
    await fresh.drop();
  });
  beforeEach(async () => {
    await auth.idle();
    made += 1;
    person = { ...person, email: `ann${made}@example.com` };
    mailbox.clear();
    meanwhile = async () => undefined;
  });

  const rows = async () => {
    const db = opened.database.connect(auth.schema);
    const places = await opened.app.selectFrom("profile").selectAll().where("place", "like", `${made}:%`).execute();
    return { users: await db.count(userModel, { email: person.email }), profiles: places.length };
  };
  const profileOf = (userId: string, number = 0) => ({ userId, place: `${made}:${number}` });
  const plainTx = way === "the package's entry";
  /** The entry's Kysely has no plugin: the name as in the database. */
  const named = ({ userId, place }: ReturnType<typeof profileOf>): never =>
    (plainTx ? { user_id: userId, place } : { userId, place }) as never;

  test("a user and the app's row are in one commit", async () => {
    const user = await auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      await tx
        .insertInto("profile")
        .values(named(profileOf(user.id)))
        .execute();
      return user;
    });
    expect([user.email, await rows()]).toEqual([person.email, { users: 1, profiles: 1 }]);
  });

  test("an error of the app's statement leaves neither, and sends no email", async () => {
    const failed = auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      await tx
        .insertInto("profile")
        .values(named(profileOf(user.id)))
        .execute();
      return stop();
    });
    await expect(failed).rejects.toThrow(Stop);
    await auth.idle();
    expect([await rows(), mailbox.messages.length]).toEqual([{ users: 0, profiles: 0 }, 0]);
  });

  test("a taken address can be caught, and the app's row is committed", async () => {
    const { user } = await auth.api.signUp.email(person);
    await auth.transaction(async ({ api, tx }) => {
      await tx
        .insertInto("profile")
        .values(named(profileOf(user.id, 1)))
        .execute();
      await expect(api.signUp.email(person)).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
      await tx
        .insertInto("profile")
        .values(named(profileOf(user.id, 2)))
        .execute();
    });
    expect(await rows()).toEqual({ users: 1, profiles: 2 });
  });

  test("a caught error of the app's own statement is no half commit", async () => {
    const work = auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      await tx
        .insertInto("profile")
        .values(named(profileOf(user.id)))
        .execute();
      // The database decides whether the transaction goes on after a failed statement of the app.
      await tx
        .insertInto("profile")
        .values(named(profileOf(user.id)))
        .execute()
        .catch(() => undefined);
    });
    const isCommitted = await work.then(
      () => true,
      () => false,
    );
    await auth.idle();
    expect(await rows()).toEqual(isCommitted ? { users: 1, profiles: 1 } : { users: 0, profiles: 0 });
  });

  test("an organization of a plugin is in the same commit", async () => {
    const slug = `acme-${made}`;
    const failed = auth.transaction(async ({ api }) => {
      const { user } = await api.signUp.email(person);
      await api.organization.createForUser({ name: "Acme", slug, userId: user.id });
      return stop();
    });
    await expect(failed).rejects.toThrow(Stop);
    const organizationId = await auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      const created = await api.organization.createForUser({ name: "Acme", slug, userId: user.id });
      await tx
        .insertInto("profile")
        .values(named(profileOf(user.id)))
        .execute();
      return created.id;
    });
    expect([typeof organizationId, await rows()]).toEqual(["string", { users: 1, profiles: 1 }]);
  });

  test("a statement of the app inside of a call that is not awaited is rejected", async () => {
    const work = auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      const change = api.organization.createForUser({ name: "Acme", slug: `late-${made}`, userId: user.id });
      for (let number = 0; number < 200; number += 1) {
        await tx
          .insertInto("profile")
          .values(named(profileOf(user.id, number)))
          .execute();
      }
      await change;
    });
    const error = await work.catch((thrown: unknown) => thrown);
    if (error !== undefined) expect(String(error)).toMatch(/await the call first/);
    expect(await rows()).toEqual(error === undefined ? { users: 1, profiles: 200 } : { users: 0, profiles: 0 });
  });

  test("a statement of the app during a call is rejected, since it could be undone with the call", async () => {
    const work = auth.transaction(async ({ api, tx }) => {
      meanwhile = () =>
        tx
          .insertInto("profile")
          .values(named(profileOf("user-1")))
          .execute();
      await api.signUp.email(person);
    });
    await expect(work).rejects.toThrow(/await the call first/);
    expect(await rows()).toEqual({ users: 0, profiles: 0 });
  });

  test.for(Array.from({ length: raceRounds }, (_, round) => round))(
    "sixteen callers with one address: one user and one row of the app, round %i",
    async () => {
      const sign = async (caller: number) =>
        auth.transaction(async ({ api, tx }) => {
          const { user } = await api.signUp.email(person);
          await tx
            .insertInto("profile")
            .values(named(profileOf(user.id, caller)))
            .execute();
        });
      const answers = await Promise.allSettled(Array.from({ length: callers }, (_, caller) => sign(caller)));
      const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
      expect(failures).toEqual(Array.from({ length: callers - 1 }, () => "USER_ALREADY_EXISTS"));
      expect(await rows()).toEqual({ users: 1, profiles: 1 });
    },
  );

  // A database with a single connection has no deadlocks.
  const testOnServers = type === "sqlite" ? () => undefined : test;
  testOnServers("a deadlock of the app's statements runs the work again", async () => {
    const { user } = await auth.api.signUp.email(person);
    await opened.app
      .insertInto("profile")
      .values([profileOf(user.id, 1), profileOf(user.id, 2)])
      .execute();
    let runs = 0;
    const meet = meeting();
    const both: Promise<unknown>[] = [];
    const touch = (first: number, second: number, email: string) =>
      auth.transaction(async ({ api, tx }) => {
        runs += 1;
        // The caller that runs again waits for the end of the other caller: else both could meet in a second deadlock.
        if (runs > 2) await Promise.race(both);
        const lock = (number: number) =>
          tx
            .updateTable("profile")
            .set({ place: `${made}:${number}` })
            .where("place", "=", `${made}:${number}`)
            .execute();
        await api.signUp.email({ ...person, email });
        await lock(first);
        await meet();
        await lock(second);
      });
    both.push(touch(1, 2, `one-${person.email}`), touch(2, 1, `two-${person.email}`));
    await Promise.all(both);
    expect(runs).toBe(3);
    const db = opened.database.connect(auth.schema);
    expect(await db.count(userModel, { email: `one-${person.email}` })).toBe(1);
    expect(await db.count(userModel, { email: `two-${person.email}` })).toBe(1);
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

test("other callers wait for a transaction of the app on SQLite, and other processes do as well", async () => {
  const fresh = await freshDatabase("sqlite", services);
  const database = sqlite(fresh.place);
  const auth = createAuth({
    secret: "for tests only: 0123456789abcdefghij",
    baseURL: "https://app.example.com",
    database,
    emailAndPassword: { enabled: true, passwordHashing },
  });
  await (await planMigration(database, auth.schema)).apply();
  const other = new DatabaseSync(fresh.place);
  const order: string[] = [];
  const whole = auth.transaction(async ({ api, tx }) => {
    // The write lock is there before the first write.
    expect(() => other.exec("begin immediate")).toThrow(/locked/);
    await api.signUp.email({ name: "Ann", email: "ann@example.com", password });
    expect(await tx.selectFrom("user").selectAll().execute()).toHaveLength(1);
    order.push("inside");
  });
  const outside = auth.api.signUp
    .email({ name: "Bob", email: "bob@example.com", password })
    .then(() => order.push("outside"));
  await Promise.all([whole, outside]);
  expect(order).toEqual(["inside", "outside"]);
  other.close();
  await database.close();
  await fresh.drop();
});
