import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import {
  eachRound,
  expectCount,
  raceTimeout as timeout,
  unknowns,
} from "../../../../tests/harness/processes/outages.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { callers, every, failures, hasSession, type Raced, useSocialBench } from "./bench.ts";

const services = inject("services");
const provider = "google";

const isDone = ({ status }: Raced): boolean => status === 200;
const lost = (answers: readonly Raced[]): number =>
  unknowns(answers.map((answer) => ({ ...answer, isWin: isDone(answer) })));

describe.each(racedByProcesses(services))("sixteen callers with one nonce in several processes on %s:", (type) => {
  const bench = useSocialBench(type, services);

  /** A new person's ID token with a nonce of the server, as a request of the client that asked for the nonce. */
  async function begin(path: string, from = bench().browser(), person = bench().newPerson()) {
    const response = await from.post("/sign-in/social-nonce", { provider });
    const { nonce } = (await response.json()) as { readonly nonce: string };
    const token = await bench().idp.idToken(provider, person, { nonce });
    const body = { provider, idToken: { token, nonce } };
    const request: RacedRequest = { method: "POST", path, body, cookie: from.cookies.header() ?? "" };
    return { person, request };
  }

  /** Expects one use of the nonce, and one of these codes for each other caller. */
  function expectOneUse(answers: readonly Raced[], codes: readonly string[] = ["INVALID_TOKEN"]): void {
    expectCount(answers.filter(isDone).length, 1, lost(answers));
    expect(answers.filter((answer) => !isDone(answer) && answer.status !== 401)).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining([...failures(answers)]));
  }

  test("the nonce opens one session of one user", { timeout }, async () => {
    await eachRound(type, async () => {
      const { person, request } = await begin("/sign-in/social");
      const answers = await bench().race(await every(async () => request));
      expectOneUse(answers);
      expect(answers.filter(hasSession)).toEqual(answers.filter(isDone));
      const rows = await bench().rowsOf(person.email ?? "");
      const count = answers.some(isDone) ? 1 : rows.users;
      expect(rows).toMatchObject({ users: count, accounts: Array(count).fill(provider), sessions: count });
    });
  });

  test("the nonce links one account", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = bench().newPerson();
      const { id, browser } = await bench().signUp(person.email ?? "");
      const { request } = await begin("/link-social", browser, person);
      const answers = await bench().race(await every(async () => request));
      // Linking rotates the session: a later caller has a token that has ended.
      expectOneUse(answers, ["INVALID_TOKEN", "UNAUTHORIZED"]);
      if (answers.some(isDone)) expect(await bench().accountsOf(id)).toEqual(["credential", provider]);
    });
  });

  test("copies of the ID token and its nonce in other clients open no session", { timeout }, async () => {
    await eachRound(type, async () => {
      const { person, request } = await begin("/sign-in/social");
      const requests = await every(async (caller) =>
        caller % 2 ? request : { ...request, cookie: (await begin("/sign-in/social")).request.cookie ?? "" },
      );
      const answers = await bench().race(requests);
      expectOneUse(answers);
      expect(answers.filter((_, caller) => caller % 2 === 0).filter(isDone)).toEqual([]);
      const { sessions } = await bench().rowsOf(person.email ?? "");
      if (lost(answers) === 0) expect(sessions).toBe(1);
      expect(sessions).toBeLessThanOrEqual(1);
    });
  });

  test("each of sixteen nonces of one client opens a session", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = bench().newPerson();
      const browser = bench().browser();
      await begin("/sign-in/social", browser);
      const begun = await every(() => begin("/sign-in/social", browser, person));
      const cookie = browser.cookies.header() ?? "";
      const answers = await bench().race(begun.map(({ request }) => ({ ...request, cookie })));
      const { sessions } = await bench().rowsOf(person.email ?? "");
      expectCount(answers.filter(isDone).length, callers, lost(answers));
      expectCount(sessions, callers, lost(answers));
    });
  });
});
