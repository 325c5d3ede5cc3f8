import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

const hour = 3600;
/** Turns the limits of routes off. */
const limits = { "/forget-password": false, "/sign-up/email": false, "/send-verification-email": false } as const;
const password = "a right password";
const emailOf = (turn: number): string => `person${turn}@example.com`;

function open(max: number, rateLimit: object = {}) {
  const emailsPerApp = { windowSeconds: hour, max };
  const fixture = createTestAuth({ config: { rateLimit: { enabled: true, limits, emailsPerApp, ...rateLimit } } });
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await fixture.visit().browser.post(path, body);
    await fixture.auth.idle();
    return `${answer.status} ${await answer.text()}`;
  };
  const signUp = (turn: number): Promise<string> =>
    post("/sign-up/email", { name: "Ann", email: emailOf(turn), password });
  const reset = (turn: number): Promise<string> => post("/forget-password", { email: emailOf(turn) });
  const kinds = (): readonly string[] => fixture.mailbox.messages.map(({ kind }) => kind);
  const ceilings = () => fixture.events.filter(({ type }) => type === "email.ceiling");
  return { ...fixture, signUp, reset, kinds, ceilings };
}

describe("the emails of an app, with `rateLimit.emailsPerApp`,", () => {
  test("are as many in a window as the option says, over all kinds and addresses, and the answers stay", async () => {
    const { clock, kinds, reset, signUp } = open(5);
    for (let turn = 0; turn < 3; turn += 1) await signUp(turn);
    const before = kinds().length;
    expect(before).toBeLessThan(5);
    const answers: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) for (let again = 0; again < 2; again += 1) answers.push(await reset(turn));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^200 /);
    expect(kinds()).toHaveLength(5);
    clock.forward({ seconds: hour - 1 });
    await reset(1);
    expect(kinds()).toHaveLength(5);
    clock.forward({ seconds: 1 });
    await reset(1);
    expect(kinds()).toHaveLength(6);
  });

  test("have no ceiling without the option", async () => {
    const { ceilings, kinds, reset, signUp } = open(1, { emailsPerApp: undefined });
    await signUp(0);
    const before = kinds().length;
    for (let again = 0; again < 3; again += 1) await reset(0);
    expect([kinds().length, ceilings()]).toEqual([before + 3, []]);
    const off = open(1, { emailsPerApp: false });
    await off.signUp(0);
    await off.reset(0);
    expect(off.kinds().length).toBeGreaterThan(1);
  });

  test("have no ceiling while rate limits are off", async () => {
    const { kinds, reset, signUp } = open(1, { enabled: false });
    await signUp(0);
    for (let again = 0; again < 5; again += 1) await reset(0);
    expect(kinds().length).toBeGreaterThan(4);
  });

  test("that are not sent use up no ceiling, nor those beyond the limit of their address", async () => {
    const { kinds, reset, signUp } = open(6);
    for (let turn = 10; turn < 30; turn += 1) await reset(turn);
    await signUp(0);
    const before = kinds().length;
    for (let again = 0; again < 20; again += 1) await reset(0);
    expect(kinds()).toHaveLength(before + 3);
    await signUp(1);
    await reset(1);
    expect(kinds()).toHaveLength(6);
  });

  test("emit an event at half of the ceiling and at the ceiling, and the log names the option", async () => {
    const { ceilings, logged, reset, signUp } = open(4);
    await signUp(0);
    for (let again = 0; again < 3; again += 1) await reset(0);
    await signUp(1);
    for (let again = 0; again < 3; again += 1) await reset(1);
    expect(ceilings()).toEqual(
      [
        { type: "email.ceiling", count: 2, max: 4, isReached: false },
        { type: "email.ceiling", count: 4, max: 4, isReached: true },
      ].map((event) => expect.objectContaining(event)),
    );
    const lines = logged.filter(({ message }) => message.includes("rateLimit.emailsPerApp"));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.message).toMatch(
      /^Limit reached: emails of the app, 4 in 3600 seconds\. Further emails are not sent, and no answer says so, until /,
    );
    expect(JSON.stringify(logged)).not.toContain("person");
  });
});
