import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, expectCount, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import {
  callers,
  every,
  expectLanded,
  expectRows,
  failures,
  hasSession,
  landed,
  lost,
  password,
  useSocialBench,
} from "./bench.ts";

const services = inject("services");

describe.each(racedByProcesses(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useSocialBench(type, services);

  test("one callback creates one session, and exchanges the code once", { timeout }, async () => {
    const { idp, newPerson, goThere, race, rowsOf } = bench();
    await eachRound(type, async () => {
      const person = newPerson();
      const back = await goThere(person, "google");
      const before = idp.calls.filter(({ endpoint }) => endpoint === "token").length;
      const answers = await race(Array.from({ length: callers }, () => back));
      // Callbacks at once in one process share an answer, with one token.
      const tokens = landed(answers).map(({ cookies }) => cookies.find((line) => /session_token=[^;]/.test(line)));
      expectCount(new Set(tokens).size, 1, lost(answers));
      expect(answers.filter(hasSession)).toEqual(landed(answers));
      expect(failures(answers).filter((code) => code !== "please_restart_the_process")).toEqual([]);
      const exchanged = idp.calls.filter(({ endpoint }) => endpoint === "token").length - before;
      expectCount(exchanged, 1, lost(answers));
      const rows = await rowsOf(person.email ?? "");
      const count = landed(answers).length > 0 ? 1 : rows.users;
      expect(rows).toMatchObject({ users: count, accounts: Array(count).fill("google"), sessions: count });
    });
  });

  test("sixteen browsers of one new user make one user with one account", { timeout }, async () => {
    const { newPerson, goThere, race, rowsOf } = bench();
    await eachRound(type, async () => {
      const person = newPerson();
      const answers = await race(await every(() => goThere(person, "google")));
      expectLanded(answers, callers);
      expectRows(await rowsOf(person.email ?? ""), { answers, accounts: ["google"] });
    });
  });

  test("sixteen browsers of one user with a generated email address make one user", { timeout }, async () => {
    const { newPerson, goThere, race, rowsOf } = bench();
    await eachRound(type, async () => {
      const person = newPerson({ email: null });
      const answers = await race(await every(() => goThere(person, "example")));
      expectLanded(answers, callers);
      const rows = await rowsOf(`${person.subject}@made-up.example`);
      expectRows(rows, { answers, accounts: ["example"] });
    });
  });

  test("one email address that two providers verify is one user with both accounts", { timeout }, async () => {
    const { newPerson, goThere, race, rowsOf } = bench();
    await eachRound(type, async () => {
      const person = newPerson();
      const answers = await race(await every((caller) => goThere(person, caller % 2 ? "google" : "example")));
      expectLanded(answers, callers);
      const rows = await rowsOf(person.email ?? "");
      expectRows(rows, { answers, accounts: ["example", "google"] });
    });
  });

  test("two identities at one provider with one email address are one user", { timeout }, async () => {
    const { newPerson, goThere, race, rowsOf } = bench();
    await eachRound(type, async () => {
      const person = newPerson();
      const other = { ...person, subject: `${person.subject}0` };
      const answers = await race(await every((caller) => goThere(caller % 2 ? person : other, "google")));
      expectLanded(answers, callers);
      expectRows(await rowsOf(person.email ?? ""), { answers, accounts: ["google", "google"] });
    });
  });

  test("of a password and a provider's verified identity for one new email address, the identity wins", {
    timeout,
  }, async () => {
    const { newPerson, goThere, race, rowsOf, browser } = bench();
    await eachRound(type, async () => {
      const person = newPerson();
      const email = person.email ?? "";
      const requests = await every<RacedRequest>(async (caller) =>
        caller % 2
          ? goThere(person, "google")
          : { method: "POST", path: "/sign-up/email", body: { name: "Mallory", email, password } },
      );
      const answers = await race(requests);
      const came = answers.filter((_, caller) => caller % 2);
      expectLanded(came, callers / 2);
      if (landed(came).length === 0) return;
      expectRows(await rowsOf(email), { answers: came, accounts: ["google"] });
      expect((await browser().post("/sign-in/email", { email, password })).status).toBe(401);
    });
  });

  test("of two users who link one identity, one gets it", { timeout }, async () => {
    const { db, newPerson, goThere, race, signUp, accountsOf } = bench();
    await eachRound(type, async () => {
      const person = newPerson();
      const people = [await signUp(`first-${person.email}`), await signUp(`second-${person.email}`)];
      const back = await every((caller) => goThere(person, "google", people[caller % 2]?.browser, "/link-social"));
      const answers = await race(back);
      expect(landed(answers).length + lost(answers)).toBeGreaterThanOrEqual(1);
      if (landed(answers).length === 0) return;
      const winners = new Set(answers.flatMap((answer, caller) => (landed([answer]).length > 0 ? [caller % 2] : [])));
      expect(winners.size).toBe(1);
      const [winner = 0] = winners;
      const account = await db.find(accountModel, { providerId: "google", accountId: person.subject });
      expect(account?.userId).toBe(people[winner]?.id);
      expect(await accountsOf(people[1 - winner]?.id ?? "")).toEqual(["credential"]);
      expect(failures(answers).filter((code) => !linkRefusals.has(code))).toEqual([]);
    });
  });

  test("claiming an account leaves no credential of the previous client, even concurrent ones", {
    timeout,
  }, async () => {
    const { db, newPerson, goThere, race, signUp, rowsOf, browser } = bench();
    await eachRound(type, async () => {
      const person = newPerson();
      const email = person.email ?? "";
      const mallory = await signUp(email);
      await makeProlongable(bench(), mallory.id);
      const cookie = mallory.browser.cookies.header() ?? "";
      const meanwhile: readonly RacedRequest[] = [
        { method: "POST", path: "/sign-in/email", body: { email, password } },
        { method: "GET", path: "/get-session", cookie },
        { method: "POST", path: "/sign-in/email", body: { email, password }, cookie },
      ];
      const requests = await every(async (caller) => meanwhile[caller % 4] ?? goThere(person, "google"));
      const answers = await race(requests);
      const came = answers.filter((_, caller) => caller % 4 === 3);
      expectLanded(came, callers / 4);
      if (landed(came).length === 0) return;
      expectRows(await rowsOf(email), { answers: came, accounts: ["google"] });
      expect(await db.find(userModel, { email })).toMatchObject({ id: mallory.id, emailVerified: true });
      expect((await browser().post("/sign-in/email", { email, password })).status).toBe(401);
    });
  });
});

/** After the first link the session has a new token, so the second link fails. */
const linkRefusals = new Set(["account_already_linked_to_different_user", "please_restart_the_process"]);

/** The next visit prolongs the session. */
async function makeProlongable({ db }: Pick<ReturnType<ReturnType<typeof useSocialBench>>, "db">, userId: string) {
  const [session] = await db.list(sessionModel, { userId }, { orderBy: "id", limit: 1 });
  await db.update(sessionModel, session?.id ?? "", {
    expiresAt: new Date(Date.now() + 86_400_000),
    createdAt: new Date(Date.now() - 6 * 86_400_000),
  });
}
