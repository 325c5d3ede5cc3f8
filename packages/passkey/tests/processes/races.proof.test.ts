import { accountModel, sessionModel } from "@keyhold/core/plugin";
import {
  type Authenticator,
  type AuthenticatorOptions,
  createAuthenticator,
  type ForgedAnswer,
} from "@keyhold/testing/passkey";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import {
  cookiesIn,
  every,
  failures,
  type Person,
  password,
  useRaceBench,
  wins,
} from "../../../../tests/harness/processes/race-bench.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { passkeyModel } from "../../src/models.js";

const services = inject("services");
const origin = raceConfig.baseURL;

/** The answer of a device, and the cookie with the challenge. */
interface Ceremony {
  readonly response: unknown;
  readonly cookie: string;
}

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "passkeys" });

  /** Options for each of these cookies, with the cookies of their challenges. */
  async function optionsFor<Options>(kind: "register" | "authenticate", cookies: readonly string[]) {
    const path = `/passkey/generate-${kind}-options`;
    const answers = await bench().race(cookies.map((cookie) => ({ method: "GET", path, cookie })));
    return answers.map(({ status, body, cookies: set }, index) => {
      expect(status).toBe(200);
      return { options: body as Options, cookie: [cookies[index], cookiesIn(set)].filter(Boolean).join("; ") };
    });
  }

  type CreationOptions = Parameters<Authenticator["register"]>[0];
  type RequestOptions = Parameters<Authenticator["authenticate"]>[0];

  const registerAll = async (device: Authenticator, cookies: readonly string[]): Promise<readonly Ceremony[]> =>
    (await optionsFor<CreationOptions>("register", cookies)).map(({ options, cookie }) => ({
      response: device.register(options, { origin }),
      cookie,
    }));
  const authenticateAll = async (
    device: Authenticator,
    cookies: readonly string[],
    forged: ForgedAnswer = {},
  ): Promise<readonly Ceremony[]> =>
    (await optionsFor<RequestOptions>("authenticate", cookies)).map(({ options, cookie }) => ({
      response: device.authenticate(options, { origin, ...forged }),
      cookie,
    }));

  const verify = (kind: "registration" | "authentication", ceremony: Ceremony | undefined): RacedRequest => ({
    method: "POST",
    path: `/passkey/verify-${kind}`,
    body: { response: ceremony?.response },
    cookie: ceremony?.cookie ?? "",
  });
  const all = (ceremony: Ceremony | undefined): readonly Ceremony[] => Array(16).fill(ceremony);

  async function add({ cookie }: Person, device: Authenticator): Promise<string> {
    const [ceremony] = await registerAll(device, [cookie]);
    const [added] = await bench().race([verify("registration", ceremony)]);
    if (added?.status !== 200) throw new Error(`verify-registration: ${added?.code}`);
    return (added.body as { readonly id: string }).id;
  }

  /** A user with a passkey, signed in. */
  async function enrol(given: AuthenticatorOptions = {}) {
    const person = await bench().signUp();
    const device = createAuthenticator(given);
    return { ...person, device, passkeyId: await add(person, device) };
  }

  /** The cookies of sixteen sessions, of a single user or of several in turn. */
  async function signInAll(people: readonly Person[]): Promise<readonly string[]> {
    const emailOf = (caller: number) => people[caller % people.length]?.email;
    const answers = await bench().race(
      every((caller) => ({ method: "POST", path: "/sign-in/email", body: { email: emailOf(caller), password } })),
    );
    return answers.map(({ cookies }) => cookiesIn(cookies));
  }

  const passkeysOf = ({ id }: Pick<Person, "id">) => bench().db.count(passkeyModel, { userId: id });
  const sessionsOf = ({ id }: Pick<Person, "id">) => bench().db.count(sessionModel, { userId: id });

  test("one challenge opens one session, and registers one passkey", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await enrol();
      const [signIn] = await authenticateAll(person.device, [""]);
      const signedIn = await bench().race(all(signIn).map((one) => verify("authentication", one)));
      expect([wins(signedIn), failures(signedIn)]).toEqual([1, ["CHALLENGE_NOT_FOUND"]]);
      expect(await sessionsOf(person)).toBe(2);

      const [made] = await registerAll(createAuthenticator(), [person.cookie]);
      const added = await bench().race(all(made).map((one) => verify("registration", one)));
      expect([wins(added), failures(added)]).toEqual([1, ["CHALLENGE_NOT_FOUND"]]);
      expect(await passkeysOf(person)).toBe(2);
    });
  });

  test("one credential is one row, of one of two users", { timeout }, async () => {
    await eachRound(type, async () => {
      const people = [await bench().signUp(), await bench().signUp()];
      const made = await registerAll(createAuthenticator(), await signInAll(people));
      const answers = await bench().race(made.map((one) => verify("registration", one)));
      expect([wins(answers), failures(answers)]).toEqual([1, ["PREVIOUSLY_REGISTERED"]]);
      const rows = await Promise.all(people.map(passkeysOf));
      expect(rows.toSorted()).toEqual([0, 1]);
    });
  });

  test("one counter passes once", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await enrol({ counts: true });
      const given = await authenticateAll(person.device, Array(16).fill(""), { counter: 7 });
      const answers = await bench().race(given.map((one) => verify("authentication", one)));
      expect([wins(answers), failures(answers)]).toEqual([1, ["AUTHENTICATION_FAILED"]]);
      expect(await sessionsOf(person)).toBe(2);
      expect(await bench().db.find(passkeyModel, { userId: person.id })).toMatchObject({ counter: 7 });
    });
  });

  test("the last way to sign in stays, if the account and the passkeys are removed at once", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await enrol();
      const ids = [person.passkeyId, await add(person, createAuthenticator())];
      const answers = await bench().race(
        every((caller) => {
          const id = ids[caller % 3];
          const [path, body] =
            id === undefined ? ["/unlink-account", { providerId: "credential" }] : ["/passkey/delete-passkey", { id }];
          return { method: "POST", path, body, cookie: person.cookie };
        }),
      );
      expect(wins(answers)).toBe(2);
      const accounts = await bench().db.count(accountModel, { userId: person.id });
      expect((await passkeysOf(person)) + accounts).toBe(1);
    });
  });
});
