import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { hasDuplicateSignUp } from "../../../../tests/harness/duplicate-sign-up.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { answeredAtOnce, expectLanded, expectRows, failures, hasSession, lost, useSocialBench } from "./bench.ts";

const services = inject("services");
const tabs = [2, 3, 4];

describe.each(racedByProcesses(services, { outages: "at night" }))(
  "a first sign-in in several tabs, by several processes on %s:",
  (type) => {
    const bench = useSocialBench(type, services);

    test.each(tabs)(
      "%i tabs of a provider that has not verified the address make one user",
      { timeout },
      async (count) => {
        const { newPerson, goThere, race, rowsOf } = bench();
        await eachRound(type, async () => {
          const person = newPerson({ emailVerified: false });
          const requests = await Promise.all(Array.from({ length: count }, () => goThere(person, "google")));
          const answers = await race(requests);
          expect(failures(answeredAtOnce(answers))).toEqual([]);
          expectLanded(answers, count);
          expectRows(await rowsOf(person.email ?? ""), { answers, accounts: ["google"] });
        });
      },
    );

    test("a tab that signs in and one that links the identity leave one account", { timeout }, async () => {
      const { newPerson, goThere, race, signUp, rowsOf } = bench();
      await eachRound(type, async () => {
        const person = newPerson({ emailVerified: false });
        const email = person.email ?? "";
        const { browser } = await signUp(email);
        const linking = () => goThere(person, "google", browser, "/link-social");
        const answers = await race([await linking(), await goThere(person, "google"), await linking()]);
        const linked = [answers[0]?.error, answers[2]?.error];
        // Linking rotates the session token: the other tab's request may have the previous token.
        if (lost(answers) > 0) return;
        expect(linked).toContain(null);
        for (const error of linked) expect([null, "please_restart_the_process"]).toContain(error);
        expect([null, "account_not_linked"]).toContain(answers[1]?.error);
        expect(await rowsOf(email)).toMatchObject({ users: 1, accounts: ["credential", "google"] });
      });
    });
  },
);

describe.each(racedByProcesses(services, { outages: "at night" }))(
  "the same where addresses must be verified, on %s:",
  (type) => {
    const bench = useSocialBench(type, services, { requireEmailVerification: true });

    test.each(tabs)("%i tabs never make their own address a duplicate sign-up", { timeout }, async (count) => {
      const { newPerson, goThere, race, rowsOf, db } = bench();
      await eachRound(type, async () => {
        const person = newPerson({ emailVerified: false });
        const requests = await Promise.all(Array.from({ length: count }, () => goThere(person, "google")));
        const answers = await race(requests);
        expect(answers.filter(hasSession)).toEqual([]);
        if (answeredAtOnce(answers).length < count) return;
        expect(failures(answers)).toEqual(["email_not_verified"]);
        const email = person.email ?? "";
        const { userId, ...rows } = await rowsOf(email);
        expect(rows).toEqual({ users: 1, accounts: ["google"], sessions: 0 });
        expect(await hasDuplicateSignUp({ db }, { id: userId, email })).toBe(false);
      });
    });
  },
);
