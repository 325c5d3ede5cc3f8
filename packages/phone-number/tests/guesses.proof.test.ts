import { expect, test } from "vitest";
import { expectFewGuesses, guessedForDays } from "../../../tests/harness/guessed-for-days.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { number, open, wrongOf } from "./fixture.ts";

/** 1,000 in the scheduled workflow. */
const networks = repeats(1000, 200);
/** 7 in the scheduled workflow. */
const days = repeats(7, 2);

test("of ten guesses each from hundreds of networks in 15 minutes at most 15 are compared, and the owner signs in throughout", async () => {
  const fixture = open({ config: { rateLimit: { enabled: true } } });
  const { phones, verify } = fixture;
  type Visit = ReturnType<typeof fixture.visit>;
  /** The code of the message; null: no message was sent. */
  async function ask({ browser }: Visit): Promise<string | null> {
    const before = phones.messages.length;
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await fixture.auth.idle();
    return phones.messages.length > before ? (phones.lastTo(number)?.code ?? null) : null;
  }
  const owner = fixture.visit({ ipAddress: "192.0.2.1" });
  async function signIn(): Promise<void> {
    expect((await verify(owner, (await ask(owner)) ?? "")).status).toBe(200);
    await owner.client.signOut();
  }
  await signIn();
  fixture.clock.forward({ minutes: 16 });

  let codes = 0;
  const answers: Response[] = [];
  for (let network = 0; network < networks; network += 1) {
    const attacker = fixture.visit({ ipAddress: `203.0.${Math.trunc(network / 250)}.${network % 250}` });
    const own = await ask(attacker);
    if (own !== null) codes += 1;
    // After five wrong guesses the right code is not compared.
    for (const guess of [wrongOf(own ?? "000000"), own ?? "000000"])
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => verify(attacker, guess)))));
    if (network % (networks * 0.4) === 0) await signIn();
  }
  expect(answers).toHaveLength(10 * networks);
  expect(answers.filter(({ status }) => status === 200)).toEqual([]);
  expect(codes).toBeGreaterThan(0);
  expect(codes).toBeLessThanOrEqual(3);
});

test("an attacker who guesses for days has fifty guesses a day at most, then one an hour; the owner signs in", async () => {
  const fixture = open({
    // The ceilings of the app would stop this attacker sooner.
    options: { perCountry: { windowSeconds: 60, max: 1000 }, perApp: { windowSeconds: 60, max: 1000 } },
    config: { rateLimit: { enabled: true } },
  });
  const { phones, verify } = fixture;
  async function ask({ browser }: ReturnType<typeof fixture.visit>): Promise<string | null> {
    const before = phones.messages.length;
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await fixture.auth.idle();
    return phones.messages.length > before ? (phones.lastTo(number)?.code ?? null) : null;
  }
  const owner = fixture.visit({ ipAddress: "192.0.2.1" });
  let network = 0;
  let attacker = owner;
  let wrong = "";
  const compared = await guessedForDays(
    {
      async ask() {
        network += 1;
        attacker = fixture.visit({ ipAddress: `203.0.${Math.trunc(network / 250)}.${network % 250}` });
        const code = await ask(attacker);
        wrong = wrongOf(code ?? "000000");
        return code !== null;
      },
      async guess() {
        const answer = await verify(attacker, wrong);
        return { status: answer.status, code: (await answer.json()).code };
      },
      async signIn() {
        expect((await verify(owner, (await ask(owner)) ?? "")).status).toBe(200);
        await owner.client.signOut();
      },
      forward: (minutes) => fixture.clock.forward({ minutes }),
    },
    days,
  );
  expectFewGuesses(compared);
  expect(Math.max(...compared)).toBeLessThanOrEqual(50);
});

test("after four wrong codes the right code works; after a hundred it does nothing", async () => {
  const { ask, verify, visit } = open();
  const browser = visit();
  const code = await ask(browser);
  const codes = new Set<unknown>();
  for (let guess = 0; guess < 4; guess += 1) codes.add((await (await verify(browser, wrongOf(code))).json()).code);
  expect((await verify(browser, code)).status).toBe(200);
  const next = visit();
  const other = await ask(next);
  for (let guess = 0; guess < 100; guess += 1) codes.add((await (await verify(next, wrongOf(other))).json()).code);
  expect([...codes].filter((one) => one !== "INVALID_OTP" && one !== "TOO_MANY_ATTEMPTS")).toEqual([]);
  expect((await verify(next, other)).status).toBe(400);
});
