import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { type Adapter, accountModel, createAuth, type Letter, sessionModel, userModel } from "@keyhold/core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../databases.ts";
import { openDatabase } from "./open.ts";
import { raceConfig } from "./race-config.ts";
import type { RacedAnswer, RacedRequest, RequestSetup } from "./request-worker.ts";

const services = inject("services");
const rounds = 50;
const callers = 16;
const password = "a right password";

/** Somebody who has just signed up, and the cookie of their browser. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

describe.each(databaseTypes(services))("sixteen callers in several processes on %s, fifty rounds:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let db: Adapter;
  let auth: ReturnType<typeof createAuth>;
  let workers: readonly ChildProcess[] = [];
  let letters: Letter[] = [];
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    auth = createAuth({ ...raceConfig, database, mail: (letter) => void letters.push(letter) });
    await (await planMigration(database, auth.schema)).apply();
    db = database.connect(auth.schema);
    workers = await Promise.all(Array.from({ length: type === "sqlite" ? 2 : 4 }, startWorker));
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await database.close();
    await fresh.drop();
  });

  async function startWorker(): Promise<ChildProcess> {
    const setup: RequestSetup = { type, place: fresh.place };
    const worker = fork(join(import.meta.dirname, "request-worker.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(worker, "message");
    return worker;
  }

  /** Asks all at once, dealt out to the processes like cards; the answers come in the order of the requests. */
  async function race(requests: readonly RacedRequest[]): Promise<readonly RacedAnswer[]> {
    const answers = await Promise.all(
      workers.map(async (worker, hand) => {
        worker.send(requests.filter((_, index) => index % workers.length === hand));
        const [answered] = await once(worker, "message");
        return answered as readonly RacedAnswer[];
      }),
    );
    const dealt = requests.map((_, index) => answers[index % workers.length]?.[Math.floor(index / workers.length)]);
    const all = dealt.filter((answer) => answer !== undefined);
    expect(all).toHaveLength(requests.length);
    expect(all.filter(({ status }) => status >= 500)).toEqual([]);
    return all;
  }

  const every = (request: (caller: number) => RacedRequest): readonly RacedRequest[] =>
    Array.from({ length: callers }, (_, caller) => request(caller));

  const wins = (answers: readonly RacedAnswer[]): number => answers.filter(({ status }) => status < 300).length;

  async function ask(path: string, body: unknown, cookie = ""): Promise<Response> {
    const headers = { "content-type": "application/json", origin: raceConfig.baseURL, cookie };
    const request = new Request(`${raceConfig.baseURL}/api/auth${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const response = await auth.handler(request);
    await auth.idle();
    return response;
  }

  async function signUp(): Promise<Person> {
    made += 1;
    letters = [];
    const email = `person${made}@example.com`;
    const response = await ask("/sign-up/email", { name: "Ada", email, password });
    expect(response.status).toBe(200);
    const { user } = await response.json();
    return { id: user.id, email, cookie: cookieOf(response) };
  }

  const cookieOf = (response: Response): string =>
    response.headers
      .getSetCookie()
      .map((line) => line.slice(0, line.indexOf(";")))
      .join("; ");

  /** The secret in the newest letter of a kind. */
  function tokenIn(kind: Letter["kind"]): string {
    const letter = letters.findLast((one) => one.kind === kind);
    if (!letter || !("token" in letter)) throw new Error(`No letter "${kind}" with a token was sent.`);
    return letter.token;
  }

  const rowsOf = async ({ id }: Person): Promise<{ users: number; accounts: number; sessions: number }> => ({
    users: await db.count(userModel, { id }),
    accounts: await db.count(accountModel, { userId: id }),
    sessions: await db.count(sessionModel, { userId: id }),
  });

  const verifyAddress = ({ id }: Person): Promise<unknown> => db.update(userModel, id, { emailVerified: true });

  test("one reset token sets one password", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await signUp();
      await ask("/forget-password", { email: person.email });
      const token = tokenIn("reset-password");
      const passwordOf = (caller: number): string => `the new password ${caller}`;
      const answers = await race(
        every((caller) => ({
          method: "POST",
          path: "/reset-password",
          body: { token, newPassword: passwordOf(caller) },
        })),
      );
      expect(wins(answers)).toBe(1);
      expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
        new Set(["INVALID_TOKEN"]),
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      const signIn = await ask("/sign-in/email", { email: person.email, password: passwordOf(winner) });
      expect(signIn.status).toBe(200);
      expect(await rowsOf(person)).toEqual({ users: 1, accounts: 1, sessions: 1 });
    }
  });

  test("one verification link proves an address and opens one session", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await signUp();
      const path = `/verify-email?token=${encodeURIComponent(tokenIn("verify-email"))}`;
      const answers = await race(every(() => ({ method: "GET", path })));
      expect(answers.filter(({ cookies }) => cookies.some((line) => /session_token=[^;]/.test(line)))).toHaveLength(1);
      expect(await db.find(userModel, { id: person.id })).toMatchObject({ emailVerified: true });
      expect(await rowsOf(person)).toEqual({ users: 1, accounts: 1, sessions: 2 });
    }
  });

  test("of two links to change an address one is used, once", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await signUp();
      await verifyAddress(person);
      const targets = [`first${made}@example.com`, `second${made}@example.com`];
      const paths: string[] = [];
      for (const newEmail of targets) {
        await ask("/change-email", { newEmail }, person.cookie);
        paths.push(`/verify-email?token=${encodeURIComponent(tokenIn("confirm-email-change"))}`);
      }
      const { cookie } = person;
      const answers = await race(every((caller) => ({ method: "GET", path: paths[caller % 2] ?? "", cookie })));
      expect(wins(answers)).toBe(1);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(await db.find(userModel, { id: person.id })).toMatchObject({
        email: targets[winner % 2],
        emailVerified: false,
      });
    }
  });

  test("two people who change to one address: one has it", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const people = [await signUp(), await signUp()];
      const newEmail = `wanted${made}@example.com`;
      const answers = await race(
        every((caller) => ({
          method: "POST",
          path: "/change-email",
          body: { newEmail },
          cookie: people[caller % 2]?.cookie ?? "",
        })),
      );
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      expect(await db.count(userModel, { email: newEmail })).toBe(1);
      for (const person of people) expect(await rowsOf(person)).toMatchObject({ users: 1, accounts: 1 });
    }
  });

  test("revoked sessions are not brought back by a refresh", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await signUp();
      const [session] = await db.list(sessionModel, { userId: person.id }, { orderBy: "id", limit: 1 });
      const soon = new Date(Date.now() + 60_000);
      await db.update(sessionModel, session?.id ?? "", {
        expiresAt: soon,
        createdAt: new Date(Date.now() - 6 * 86_400_000),
      });
      const { cookie } = person;
      await race(
        every((caller) =>
          caller % 2
            ? { method: "GET", path: "/get-session", cookie }
            : { method: "POST", path: "/revoke-sessions", body: {}, cookie },
        ),
      );
      expect(await rowsOf(person)).toEqual({ users: 1, accounts: 1, sessions: 0 });
    }
  });

  test("one link deletes a user, who keeps no session that was opened meanwhile", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await signUp();
      const { email, cookie } = person;
      await ask("/delete-user", {}, cookie);
      const path = `/delete-user/callback?token=${tokenIn("delete-account")}`;
      const answers = await race(
        every((caller) =>
          caller % 2
            ? { method: "POST", path: "/sign-in/email", body: { email, password } }
            : { method: "GET", path, cookie },
        ),
      );
      expect(answers.filter(({ status }, caller) => caller % 2 === 0 && status === 200)).toHaveLength(1);
      expect(await rowsOf(person)).toEqual({ users: 0, accounts: 0, sessions: 0 });
    }
  });

  test("of the last two accounts one stays", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await signUp();
      const at = new Date();
      await db.within(userModel, person.id, async (tx, user) => {
        await tx.insert(
          accountModel,
          { providerId: "github", accountId: `gh${made}`, userId: user.id, createdAt: at, updatedAt: at },
          user,
        );
      });
      const { cookie } = person;
      const answers = await race(
        every((caller) => ({
          method: "POST",
          path: "/unlink-account",
          body: { providerId: caller % 2 ? "github" : "credential" },
          cookie,
        })),
      );
      expect(wins(answers)).toBe(1);
      expect(await rowsOf(person)).toMatchObject({ users: 1, accounts: 1 });
    }
  });
});
