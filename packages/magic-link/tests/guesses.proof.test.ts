import { expect, test } from "vitest";
import { expectFewGuesses, guessedForDays } from "../../../tests/harness/guessed-for-days.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { asBrowser, email, open } from "./fixture.ts";

/** 1,000 in the scheduled workflow. */
const networks = repeats(1000, 200);
/** 7 in the scheduled workflow. */
const days = repeats(7, 2);

test("of ten guesses each from hundreds of networks in 15 minutes at most 20 are compared, and the owner signs in throughout", async () => {
  const fixture = open({ options: { withCode: true }, config: { rateLimit: { enabled: true } } });
  const { mailbox } = fixture;
  const ask = async ({ browser }: ReturnType<typeof fixture.visit>): Promise<boolean> => {
    const before = mailbox.messages.length;
    await browser.post("/sign-in/magic-link", { email });
    await fixture.auth.idle();
    return mailbox.messages.length > before;
  };
  const owner = fixture.visit({ ipAddress: "192.0.2.1" });
  async function signIn(): Promise<void> {
    expect(await ask(owner)).toBe(true);
    await owner.browser.fetch(mailbox.lastTo(email, "magic-link.sign-in")?.url ?? "", asBrowser);
    expect(await fixture.signedInAs(owner)).toBe(email);
    await owner.client.signOut();
  }
  await signIn();

  let sent = 0;
  let compared = 0;
  for (let network = 0; network < networks; network += 1) {
    const attacker = fixture.visit({ ipAddress: `203.0.${Math.trunc(network / 250)}.${network % 250}` });
    // Without an email the browser has no code, and a guess is compared with no code.
    const hasCode = await ask(attacker);
    const guesses = Array.from({ length: 10 }, () => attacker.client.magicLink.verifyCode({ code: "00000000" }));
    const answers = await Promise.all(guesses);
    sent += answers.length;
    if (hasCode) compared += answers.filter(({ error }) => error?.code === "INVALID_OTP").length;
    if (network % (networks * 0.4) === 0) await signIn();
  }
  expect(sent).toBe(10 * networks);
  expect(compared).toBeLessThanOrEqual(20);
  expect(compared).toBeGreaterThan(0);
  expect(mailbox.messages.length).toBeLessThanOrEqual(6);
});

test("an attacker who guesses for days has one guess an hour, and the owner signs in by a link in every browser", async () => {
  const fixture = open({ options: { withCode: true }, config: { rateLimit: { enabled: true } } });
  const { mailbox, clock } = fixture;
  const ask = async ({ browser }: ReturnType<typeof fixture.visit>): Promise<boolean> => {
    const before = mailbox.messages.length;
    await browser.post("/sign-in/magic-link", { email });
    await fixture.auth.idle();
    return mailbox.messages.length > before;
  };
  const known = fixture.visit({ ipAddress: "192.0.2.1" });
  let network = 0;
  let attacker = known;
  const compared = await guessedForDays(
    {
      async ask() {
        network += 1;
        attacker = fixture.visit({ ipAddress: `203.0.${Math.trunc(network / 250)}.${network % 250}` });
        return ask(attacker);
      },
      async guess() {
        const answer = await attacker.browser.post("/magic-link/verify-code", { code: "00000000" });
        return { status: answer.status, code: (await answer.json()).code };
      },
      async signIn() {
        expect(await ask(known)).toBe(true);
        const { code, url } = mailbox.lastTo(email, "magic-link.sign-in") ?? {};
        expect((await known.client.magicLink.verifyCode({ code: code ?? "" })).error).toBe(null);
        await known.client.signOut();
        expect(await ask(known)).toBe(true);
        // A link is no guess: it signs in where no budget of a code is left.
        const other = fixture.visit({ ipAddress: "192.0.2.2" });
        const link = mailbox.lastTo(email, "magic-link.sign-in");
        expect(link?.url).not.toBe(url);
        expect((await other.client.magicLink.verify({ token: link?.token ?? "" })).error).toBe(null);
      },
      forward: (minutes) => clock.forward({ minutes }),
    },
    days,
  );
  expectFewGuesses(compared);
});
