import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import {
  cookieOf,
  cookiesIn,
  every,
  failures,
  type Person,
  password,
  useRaceBench,
  wins,
} from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { codeOf, readSecret, stepOf } from "../../src/codes/totp.js";
import { backupCodeModel, factorUserModel, twoFactorModel } from "../../src/models.js";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "factors" });

  /** The code at this time; `steps`: of a later or earlier step. */
  function codeAt(secret: string, steps = 0): string {
    const bytes = readSecret(secret);
    if (!bytes) throw new Error(`"${secret}" is no secret.`);
    return codeOf(bytes, stepOf(new Date()) + steps);
  }

  /** The answer to the previous step's code. A code that arrives a step later is too old, so the next code is sent. */
  async function confirm(secret: string, cookie: string): Promise<Response> {
    for (;;) {
      const step = stepOf(new Date());
      const answer = await bench().ask("/two-factor/verify-totp", { code: codeAt(secret, -1) }, cookie);
      if (answer.status === 200 || stepOf(new Date()) === step) return answer;
    }
  }

  /** A user with an authenticator app, confirmed by the previous step's code, so that the present code is unused. */
  async function enrol(): Promise<Person & { readonly secret: string; readonly backupCodes: readonly string[] }> {
    const person = await bench().signUp();
    const enabled = await bench().ask("/two-factor/enable", { password }, person.cookie);
    expect(enabled.status).toBe(200);
    const { totpURI, backupCodes } = await enabled.json();
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    const confirmed = await confirm(secret, person.cookie);
    expect(confirmed.status).toBe(200);
    return { ...person, cookie: cookieOf(confirmed), secret, backupCodes };
  }

  /** The cookies of sixteen browsers, each with a pending sign-in. */
  async function beginAll({ email }: Person): Promise<readonly string[]> {
    const signIn: RacedRequest = { method: "POST", path: "/sign-in/email", body: { email, password } };
    const answers = await bench().race(every(() => signIn));
    expect(answers.map(({ body }) => body)).toEqual(
      answers.map(() => expect.objectContaining({ twoFactorRedirect: true })),
    );
    return answers.map(({ cookies }) => cookiesIn(cookies));
  }

  const verify = (kind: "totp" | "backup-code", code: string, cookie: string): RacedRequest => ({
    method: "POST",
    path: `/two-factor/verify-${kind}`,
    body: { code },
    cookie,
  });
  const sessionsOf = ({ id }: Person): Promise<number> => bench().db.count(sessionModel, { userId: id });

  test("one time step opens one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await enrol();
      const cookies = await beginAll(person);
      const code = codeAt(person.secret);
      const answers = await bench().race(every((caller) => verify("totp", code, cookies[caller] ?? "")));
      expect([wins(answers), failures(answers)]).toEqual([1, ["INVALID_CODE"]]);
      expect(await sessionsOf(person)).toBe(2);
    });
  });

  test("one backup code opens one session, and two different ones both open one", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await enrol();
      const cookies = await beginAll(person);
      const codeOfCaller = (caller: number): string => person.backupCodes[caller % 8 < 4 ? 0 : 1] ?? "";
      const answers = await bench().race(
        every((caller) => verify("backup-code", codeOfCaller(caller), cookies[caller] ?? "")),
      );
      expect([wins(answers), failures(answers)]).toEqual([2, ["INVALID_BACKUP_CODE"]]);
      expect(await sessionsOf(person)).toBe(3);
      expect(await bench().db.count(backupCodeModel, { userId: person.id })).toBe(8);
    });
  });

  test("one pending sign-in opens one session, by different codes", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await enrol();
      const [cookie = ""] = await beginAll(person);
      // Five guesses per sign-in and process reach a comparison; the limits are in memory here.
      const answers = await bench().race(
        every((caller) =>
          caller < 10
            ? verify("backup-code", person.backupCodes[caller] ?? "", cookie)
            : verify("totp", codeAt(person.secret), cookie),
        ),
      );
      expect(wins(answers)).toBe(1);
      expect(await sessionsOf(person)).toBe(2);
      // The codes of the other callers are not used up.
      expect(await bench().db.count(backupCodeModel, { userId: person.id })).toBeGreaterThanOrEqual(9);
    });
  });

  test("no factor is half enabled: enable and disable leave all of it or nothing", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await enrol();
      const proven = await bench().ask("/two-factor/verify-totp", { code: codeAt(person.secret) }, person.cookie);
      expect(proven.status).toBe(200);
      const cookie = cookieOf(proven);
      const paths = ["disable", "enable", "disable", "generate-backup-codes"];
      // A process has every fourth request: each gets all of the paths.
      const pathOf = (caller: number): string => paths[(caller + Math.floor(caller / 4)) % 4] ?? "";
      await bench().race(
        every((caller) => ({ method: "POST", path: `/two-factor/${pathOf(caller)}`, body: { password }, cookie })),
      );
      const { id: userId } = person;
      const user = await bench().db.find(factorUserModel, { id: userId });
      const factor = await bench().db.find(twoFactorModel, { userId });
      expect(user?.twoFactorEnabled === true).toBe(factor?.verified === true);
      expect(await bench().db.count(backupCodeModel, { userId })).toBe(factor ? 10 : 0);
    });
  });
});
