import { planMigration } from "@keyhold/adapter-kysely";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { afterAll, afterEach, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { runSql } from "../../../tests/harness/run-sql.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import {
  accountAt,
  ann,
  come,
  type Fixture,
  type FixtureOptions,
  link,
  openFixture,
  plantAccount,
  waysOf,
} from "./fixture.ts";

const idp = useIdentityProvider();
const noRows = { users: 0, accounts: 0, sessions: 0 };
const rowsOf = async ({ db }: Fixture) => ({
  users: await db.count(userModel, {}),
  accounts: await db.count(accountModel, {}),
  sessions: await db.count(sessionModel, {}),
});

type Table = "user" | "account" | "session";

/** A check constraint of the app, in each database's SQL. */
const check = (type: FreshDatabase["type"], table: Table, condition: string): string => {
  if (type === "mysql") return `alter table \`${table}\` add constraint app_rule check (${condition})`;
  const quoted = condition.replaceAll("`", '"');
  return `alter table "${table}" add column "appRule" integer check (${quoted})`;
};

/** A required column of the app that Keyhold does not know. */
const required = (type: FreshDatabase["type"], table: Table): string => {
  if (type === "mysql") return `alter table \`${table}\` add column tenant varchar(20) not null`;
  // SQLite cannot add a required column without a default.
  if (type === "sqlite") return `alter table "${table}" add column tenant text check (tenant is not null)`;
  return `alter table "${table}" add column tenant text not null`;
};

describe.each(databaseTypes(inject("services")))("on %s, a row that the database does not take", (type) => {
  const closing: (() => Promise<void>)[] = [];
  const dropping: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  // Closing connections takes a moment. The databases are dropped after that.
  afterAll(async () => {
    for (const drop of dropping) await drop();
  });

  async function open(options: FixtureOptions = {}) {
    const fresh = await freshDatabase(type, inject("services"));
    const database = openDatabase(fresh);
    closing.push(() => database.close());
    dropping.push(() => fresh.drop());
    const fixture = openFixture(idp(), { ...options, config: { ...options.config, database } });
    await (await planMigration(database, fixture.auth.schema)).apply();
    return { fixture, alter: (...statements: readonly string[]) => runSql(fresh, statements) };
  }

  const byIdToken = async ({ client }: Pick<Fixture, "client">) =>
    (await client.signIn.social({ provider: "google", idToken: { token: await idp().idToken("google", ann) } })).error;

  /** The log has `times` errors, each with the database's error as the cause. */
  async function expectLogged(fixture: Fixture, times: number): Promise<void> {
    await fixture.auth.idle();
    expect(fixture.logged.map(({ level }) => level)).toEqual(Array.from({ length: times }, () => "error"));
    for (const { cause } of fixture.logged) expect(cause).toMatch(/^FlowError: [\s\S]+Caused by \w*[Ee]rror: /);
  }

  test.each(["required", "check"] as const)("fails a sign-up, if it is the user's (%s)", async (hook) => {
    const { fixture, alter } = await open();
    await alter(hook === "check" ? check(type, "user", "`name` <> 'Ann Example'") : required(type, "user"));
    const landing = await come(idp(), fixture);
    expect(landing.url.href).toBe("https://app.example.com/refused?error=unable_to_create_user");
    expect(await byIdToken(fixture)).toMatchObject({ status: 422, code: "UNABLE_TO_CREATE_USER" });
    expect(await rowsOf(fixture)).toEqual(noRows);
    await expectLogged(fixture, 2);
    const refused = { type: "social.failed", code: "unable_to_create_user" };
    expect(fixture.events).toMatchObject([refused, refused]);
    expect(JSON.stringify(fixture.events)).not.toContain(ann.name);
  });

  test("fails a sign-up, if it is the account's: no user without an account stays", async () => {
    const { fixture, alter } = await open();
    await alter(required(type, "account"));
    expect((await come(idp(), fixture)).error).toBe("unable_to_create_user");
    expect(await byIdToken(fixture)).toMatchObject({ status: 422, code: "UNABLE_TO_CREATE_USER" });
    expect(await rowsOf(fixture)).toEqual(noRows);
    await expectLogged(fixture, 2);
  });

  test("fails a sign-up, if it is the session's: no user is left", async () => {
    const { fixture, alter } = await open();
    await alter(required(type, "session"));
    expect((await come(idp(), fixture)).error).toBe("unable_to_create_session");
    expect(await byIdToken(fixture)).toMatchObject({ status: 500, code: "FAILED_TO_CREATE_SESSION" });
    expect(await rowsOf(fixture)).toEqual(noRows);
    await expectLogged(fixture, 2);
  });

  test("fails a sign-in that links by the address, if it is the account's", async () => {
    const { fixture, alter } = await open();
    const { user, client } = await fixture.signUp(ann.email);
    await alter(check(type, "account", "`providerId` <> 'google'"));
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe("unable_to_link_account");
    expect(await byIdToken(fixture.visit())).toMatchObject({ status: 401, code: "UNABLE_TO_LINK_ACCOUNT" });
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    expect((await client.getSession()).data?.user.emailVerified).toBe(false);
    await expectLogged(fixture, 2);
  });

  test("fails a linking", async () => {
    const { fixture, alter } = await open();
    const person = await fixture.signUp(ann.email);
    await alter(check(type, "account", "`providerId` <> 'google'"));
    expect((await link(idp(), fixture, { at: person })).error).toBe("unable_to_link_account");
    const idToken = { token: await idp().idToken("google", ann) };
    const answer = await person.client.linkSocial({ provider: "google", idToken });
    expect(answer.error).toMatchObject({ status: 401, code: "UNABLE_TO_LINK_ACCOUNT" });
    expect((await person.client.getSession()).data?.user.id).toBe(person.user.id);
    expect(await waysOf(fixture, person.user.id)).toEqual(["credential"]);
    await expectLogged(fixture, 2);
  });

  test("fails a sign-in with a linked identity, if it is the account's with the new tokens", async () => {
    const { fixture, alter } = await open();
    const { user } = await fixture.signUp(ann.email);
    await plantAccount(fixture, user.id, { providerId: "google", accountId: ann.subject });
    const before = await accountAt(fixture, "google");
    await alter(check(type, "account", "`accessToken` is null"));
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe("unable_to_link_account");
    expect(await accountAt(fixture, "google")).toEqual(before);
    await expectLogged(fixture, 1);
  });

  test("is a conflict, if the app lets a user have one account at each provider", async () => {
    const { fixture, alter } = await open({ social: { linking: { allowDifferentEmails: true } } });
    await alter(
      'create unique index one_account_each on account ("userId", "providerId")'.replaceAll(
        '"',
        type === "mysql" ? "`" : '"',
      ),
    );
    const person = await fixture.signUp(ann.email);
    expect((await link(idp(), fixture, { at: person })).error).toBe(null);
    const second = { ...ann, subject: "119" };
    expect((await link(idp(), fixture, { as: second, at: person })).error).toBe("unable_to_link_account");
    expect((await come(idp(), fixture, { as: second, at: fixture.visit() })).error).toBe("unable_to_link_account");
    expect(await waysOf(fixture, person.user.id)).toEqual(["credential", "google"]);
  });
});
