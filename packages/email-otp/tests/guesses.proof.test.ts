import { userModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { expectFewGuesses, guessedForDays } from "../../../tests/harness/guessed-for-days.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { email, open, wrongOf } from "./fixture.ts";

/** 1,000 in the scheduled workflow. */
const networks = repeats(1000, 200);
/** 50 in the scheduled workflow. */
const browsers = repeats(50, 10);
/** 7 in the scheduled workflow. */
const days = repeats(7, 2);

test("of ten guesses each from hundreds of networks in 15 minutes at most 20 are compared, and the owner signs in throughout", async () => {
  const fixture = open({ config: { rateLimit: { enabled: true } } });
  const { mailbox } = fixture;
  /** The code of the email; null: no email was sent. */
  async function ask({ browser }: ReturnType<typeof fixture.visit>): Promise<string | null> {
    const before = mailbox.messages.length;
    await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    await fixture.auth.idle();
    return mailbox.messages.length > before ? (mailbox.lastTo(email, "email-otp.code")?.code ?? null) : null;
  }
  const owner = fixture.visit({ ipAddress: "192.0.2.1" });
  async function signIn(): Promise<void> {
    const otp = await ask(owner);
    expect((await owner.client.signIn.emailOtp({ email, otp: otp ?? "" })).error).toBe(null);
    expect(await fixture.signedInAs(owner)).toBe(email);
    await owner.client.signOut();
  }
  await signIn();

  let sent = 0;
  let compared = 0;
  for (let network = 0; network < networks; network += 1) {
    const attacker = fixture.visit({ ipAddress: `203.0.${Math.trunc(network / 250)}.${network % 250}` });
    // Without an email the browser has no code, and a guess is compared with no code.
    const code = await ask(attacker);
    const otp = wrongOf(code ?? "00000000");
    const guesses = Array.from({ length: 10 }, () => attacker.client.signIn.emailOtp({ email, otp }));
    const answers = await Promise.all(guesses);
    sent += answers.length;
    if (code !== null) compared += answers.filter(({ error }) => error?.code === "INVALID_OTP").length;
    if (network % (networks * 0.4) === 0) await signIn();
  }
  expect(sent).toBe(10 * networks);
  expect(compared).toBeLessThanOrEqual(20);
  expect(compared).toBeGreaterThan(0);
  expect(mailbox.messages.length).toBeLessThanOrEqual(7);
});

test.each([
  ["signs in", "sign-in"],
  ["sets a password", "forget-password"],
] as const)(
  "a code that %s: an attacker who guesses for days has one guess an hour, and the owner signs in throughout",
  async (_, type) => {
    const fixture = open({ options: { signInDigits: 6 }, config: { rateLimit: { enabled: true } } });
    const { mailbox, clock } = fixture;
    await fixture.verified();
    const owner = fixture.visit({ ipAddress: "192.0.2.1" });
    async function ask({ browser }: ReturnType<typeof fixture.visit>, asked: string): Promise<string | null> {
      const before = mailbox.messages.length;
      await browser.post("/email-otp/send-verification-otp", { email, type: asked });
      await fixture.auth.idle();
      return mailbox.messages.length > before ? (mailbox.lastTo(email, "email-otp.code")?.code ?? null) : null;
    }
    let network = 0;
    let attacker = owner;
    let otp = "";
    const paths = { "sign-in": "/sign-in/email-otp", "forget-password": "/email-otp/reset-password" } as const;
    const compared = await guessedForDays(
      {
        async ask() {
          network += 1;
          attacker = fixture.visit({ ipAddress: `203.0.${Math.trunc(network / 250)}.${network % 250}` });
          const code = await ask(attacker, type);
          otp = wrongOf(code ?? "");
          return code !== null;
        },
        async guess() {
          const answer = await attacker.browser.post(paths[type], { email, otp, password: "another right password" });
          return { status: answer.status, code: (await answer.json()).code };
        },
        async signIn() {
          const right = (await ask(owner, "sign-in")) ?? "";
          expect((await owner.client.signIn.emailOtp({ email, otp: right })).error).toBe(null);
          await owner.client.signOut();
        },
        forward: (minutes) => clock.forward({ minutes }),
      },
      days,
    );
    expectFewGuesses(compared);
  },
);

test("over dozens of browsers and twenty addresses at most 20 guesses at an address are compared, and no code is found", async () => {
  const fixture = open({ config: { rateLimit: { enabled: true } } });
  const { mailbox } = fixture;
  const addresses = Array.from({ length: 20 }, (_, index) => `person${index}@example.com`);
  const compared = new Map<string, number>();
  for (let number = 0; number < browsers; number += 1)
    for (const [index, email] of addresses.entries()) {
      // A limit of a client's own does not stop this attacker.
      const attacker = fixture.visit({ ipAddress: `203.0.${number}.${index}` });
      const before = mailbox.messages.length;
      await attacker.browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
      await fixture.auth.idle();
      if (mailbox.messages.length === before) continue;
      const otp = wrongOf(mailbox.lastTo(email, "email-otp.code")?.code ?? "");
      const answers = await Promise.all(every(5, () => attacker.client.signIn.emailOtp({ email, otp })));
      const wrong = answers.filter(({ error }) => error?.code === "INVALID_OTP").length;
      compared.set(email, (compared.get(email) ?? 0) + wrong);
    }
  expect(compared.size).toBe(20);
  expect(Math.max(...compared.values())).toBeLessThanOrEqual(20);
  expect(Math.min(...compared.values())).toBeGreaterThan(0);
  expect(mailbox.messages.length).toBeLessThanOrEqual(60);
  expect(await fixture.db.count(userModel, {})).toBe(0);
});

const every = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);
