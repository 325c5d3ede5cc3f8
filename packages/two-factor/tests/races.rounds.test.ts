import { userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { backupCodeModel, trustedDeviceModel, twoFactorModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;
  let isRequired = false;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    // The budgets of guesses are not raced here: see attacks.test.ts.
    fixture = open({
      database: raced.database,
      options: {
        guesses: { windowSeconds: 1, max: 1_000_000 },
        recovery: { delaySeconds: 90_000 },
        require: () => isRequired,
      },
    });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const enrol = () => {
    made += 1;
    // The wrong guesses of a round do not count in the next round.
    fixture.clock.forward({ hours: 2 });
    return fixture.enrol(`person${made}`);
  };
  type Browser = Awaited<ReturnType<Fixture["begin"]>>;
  const beginAll = (email: string, count = callers): Promise<readonly Browser[]> =>
    Promise.all(Array.from({ length: count }, () => fixture.begin(email)));
  const noErrors = async (answers: readonly { readonly error: { readonly status: number } | null }[]) => {
    expect(answers.filter(({ error }) => error && error.status >= 500)).toEqual([]);
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([]);
  };

  test("one time step opens one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email, user, secret } = await enrol();
      const browsers = await beginAll(email);
      const code = fixture.codeAt(secret);
      const answers = await Promise.all(browsers.map(({ client }) => client.twoFactor.verifyTotp({ code })));
      await noErrors(answers);
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(2);
    }
  });

  test("one backup code opens one session; two different ones both open one", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email, user, backupCodes } = await enrol();
      const [first = "", second = ""] = backupCodes;
      const browsers = await beginAll(email);
      const answers = await Promise.all(
        browsers.map(({ client }, caller) =>
          client.twoFactor.verifyBackupCode({ code: caller % 2 === 0 ? first : second }),
        ),
      );
      await noErrors(answers);
      expect(answers.filter(({ error }) => error === null)).toHaveLength(2);
      expect(await fixture.db.count(backupCodeModel, { userId: user.id })).toBe(8);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(3);
    }
  });

  test("one pending sign-in opens one session, by different codes", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email, user, secret, backupCodes } = await enrol();
      const { browser } = await fixture.begin(email);
      const headers = { cookie: browser.cookies.header() ?? "", origin: "https://app.example.com" };
      const send = (path: string, code: string): Promise<Response> =>
        fixture.auth.handler(
          new Request(`https://app.example.com/api/auth/two-factor/${path}`, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify({ code }),
          }),
        );
      const tries = [
        ...backupCodes.slice(0, 4).map((code) => send("verify-backup-code", code)),
        send("verify-totp", fixture.codeAt(secret)),
      ];
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(2);
      // The codes of the others are not used up.
      expect(await fixture.db.count(backupCodeModel, { userId: user.id })).toBeGreaterThanOrEqual(9);
    }
  });

  test("no factor is half enabled: enable, confirm and disable leave all of it or nothing", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user, client, secret } = await enrol();
      await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
      fixture.clock.forward({ seconds: 30 });
      await Promise.all(
        Array.from({ length: callers }, async (_, caller) => {
          if (caller % 2 === 0) return client.twoFactor.disable({});
          return caller % 4 === 1 ? client.twoFactor.enable({ password }) : client.twoFactor.generateBackupCodes({});
        }),
      );
      await fixture.auth.idle();
      expect(fixture.logged).toEqual([]);
      const row = (await fixture.userOf(user.id)) as { readonly twoFactorEnabled?: boolean } | null;
      const factor = await fixture.db.find(twoFactorModel, { userId: user.id });
      const codes = await fixture.db.count(backupCodeModel, { userId: user.id });
      expect(row?.twoFactorEnabled === true).toBe(factor?.verified === true);
      expect(codes).toBe(factor ? 10 : 0);
    }
  });

  test("enrolling leaves one secret, the one that can be confirmed, and ten backup codes", async () => {
    for (let round = 0; round < rounds; round += 1) {
      made += 1;
      const { client, user } = await fixture.signUp(`person${made}@example.com`, { username: `person${made}` });
      const answers = await Promise.all(Array.from({ length: callers }, () => client.twoFactor.enable({ password })));
      await noErrors(answers);
      expect(await fixture.db.count(twoFactorModel, { userId: user.id })).toBe(1);
      expect(await fixture.db.count(backupCodeModel, { userId: user.id })).toBe(10);
      const uri = (await client.twoFactor.getTotpUri({ password })).data?.totpURI ?? "";
      expect(answers.map(({ data }) => data?.totpURI)).toContain(uri);
      const code = fixture.codeAt(new URL(uri).searchParams.get("secret") ?? "");
      expect((await client.twoFactor.verifyTotp({ code })).error).toBe(null);
    }
  });

  test("confirming an emailed code opens one session of one pending sign-in, and ends the other ones", async () => {
    for (let round = 0; round < rounds; round += 1) {
      made += 1;
      fixture.clock.forward({ hours: 2 });
      const email = `person${made}@example.com`;
      const { user, client } = await fixture.signUp(email);
      await fixture.db.update(userModel, user.id, { emailVerified: true });
      isRequired = true;
      const pending = await beginAll(email, 2);
      const sent: string[] = [];
      for (const { client } of pending) {
        expect((await client.twoFactor.enable({ method: "otp" })).error).toBe(null);
        expect((await client.twoFactor.sendOtp()).error).toBe(null);
        await fixture.auth.idle();
        sent.push((await fixture.mailbox.waitFor(email, { kind: "two-factor.code" })).code ?? "");
      }
      expect(new Set(sent).size).toBe(2);
      const answers = await Promise.all(
        Array.from({ length: callers }, (_, caller) =>
          pending[caller % 2]?.client.twoFactor.verifyOtp({ code: sent[caller % 2] ?? "" }),
        ),
      );
      isRequired = false;
      await noErrors(answers.flatMap((answer) => answer ?? []));
      expect(answers.filter((answer) => answer?.error === null)).toHaveLength(1);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(1);
      expect((await client.getSession()).data).toBe(null);
      expect(await fixture.userOf(user.id)).toMatchObject({ twoFactorEnabled: true });
    }
  });

  test("one recovery opens one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email, user } = await enrol();
      const { client } = await fixture.begin(email);
      expect((await client.twoFactor.startRecovery()).error).toBe(null);
      fixture.clock.forward({ hours: 25 });
      const browsers = await beginAll(email);
      const answers = await Promise.all(browsers.map((browser) => browser.client.twoFactor.finishRecovery()));
      await noErrors(answers);
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(1);
      expect(await fixture.db.count(twoFactorModel, { userId: user.id })).toBe(0);
    }
  });

  test("a right code and the end of a recovery never both succeed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email, user, secret } = await enrol();
      expect((await (await fixture.begin(email)).client.twoFactor.startRecovery()).error).toBe(null);
      fixture.clock.forward({ hours: 25 });
      const browsers = await beginAll(email);
      const code = fixture.codeAt(secret);
      const answers = await Promise.all(
        browsers.map(({ client: { twoFactor } }, caller) =>
          caller % 2 === 0 ? twoFactor.finishRecovery() : twoFactor.verifyTotp({ code }),
        ),
      );
      await noErrors(answers);
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      const isFinished = answers.some(({ error }, caller) => error === null && caller % 2 === 0);
      expect(await fixture.db.count(twoFactorModel, { userId: user.id })).toBe(isFinished ? 0 : 1);
    }
  });

  test("sixteen sweeps send one reminder of a recovery", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email } = await enrol();
      expect((await (await fixture.begin(email)).client.twoFactor.startRecovery()).error).toBe(null);
      fixture.clock.forward({ hours: 2 });
      await Promise.all(Array.from({ length: callers }, () => fixture.auth.api.removeExpired()));
      await noErrors([]);
      const sent = fixture.mailbox.messages.filter(
        ({ kind, to }) => kind === "two-factor.recovery-due" && to === email,
      );
      expect(sent).toHaveLength(1);
    }
  });

  test("no trust survives a change of the password", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email, user, client, secret } = await enrol();
      const browsers = await beginAll(email, 4);
      const changed = client.changePassword({ currentPassword: password, newPassword: "another battery staple" });
      const answers = await Promise.all(
        browsers.map((browser, caller) =>
          browser.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret, caller % 2), trustDevice: true }),
        ),
      );
      expect((await changed).error).toBe(null);
      await noErrors(answers);
      expect(await fixture.db.count(trustedDeviceModel, { userId: user.id })).toBe(0);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(1);
    }
  });
});
