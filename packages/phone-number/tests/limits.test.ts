import { describe, expect, test } from "vitest";
import { codeOf, number, open } from "./fixture.ts";

const limited = { rateLimit: { enabled: true } };
/** Mobile numbers of Germany. */
const mobile = (index: number): string => `+49151${String(20_000_000 + index)}`;

describe("a number gets no message", () => {
  test.each([
    ["until allowedCountries is set", {}, number],
    ["of another country", { allowedCountries: ["AT"] }, number],
    ["of no country, e.g. of a satellite phone", { allowedCountries: ["DE", "US"] }, "+881612345678"],
    ["of the same calling code, but another country", { allowedCountries: ["US"] }, "+12042345678"],
    ["if it is a premium number", { allowedCountries: ["DE"] }, "+499001234567"],
    ["if it is a fixed number", { allowedCountries: ["DE"] }, "+4930123456"],
    ["if checkNumber says no", { allowedCountries: ["DE"], checkNumber: () => false }, number],
    ["if checkNumber says no later", { allowedCountries: ["DE"], checkNumber: async () => false }, number],
  ])("%s", async (_, options, phoneNumber) => {
    const { auth, visit, phones } = open({ options: { allowedCountries: [], ...options } });
    for (const path of ["send-otp", "request-password-reset", "forget-password"]) {
      const answer = await visit().browser.post(`/phone-number/${path}`, { phoneNumber });
      expect(await codeOf(answer)).toEqual([403, "PHONE_NUMBER_NOT_ALLOWED"]);
    }
    await auth.idle();
    expect(phones.messages).toEqual([]);
  });
});

test("a fixed number gets a message where the option allows any number", async () => {
  const { ask, visit } = open({ options: { numbers: "any" } });
  expect(await ask(visit(), "+4930123456")).toMatch(/^\d{6}$/);
});

test("checkNumber gets the number in one form and the caller", async () => {
  const asked: unknown[] = [];
  const checkNumber = (attempt: object): boolean => asked.push(attempt) > 0;
  const { browser } = open({ options: { checkNumber } }).visit({ ipAddress: "198.51.100.9" });
  await browser.post("/phone-number/send-otp", { phoneNumber: "0151 12345678", country: "DE" });
  expect(asked).toEqual([{ number, caller: { ipAddress: "198.51.100.9", userAgent: null } }]);
});

describe("messages to one number", () => {
  test("are three in 15 minutes, whatever the purpose and the browser, with an equal answer", async () => {
    const { auth, member, phones, visit, clock } = open({ config: limited });
    await member();
    clock.forward({ minutes: 15 });
    phones.messages.length = 0;
    for (let caller = 0; caller < 6; caller += 1) {
      const { browser } = visit({ ipAddress: `198.51.${caller}.9` });
      const answer = await browser.post(`/phone-number/${caller % 2 ? "send-otp" : "request-password-reset"}`, {
        phoneNumber: number,
      });
      expect(answer.status).toBe(200);
      expect((await answer.json()).challenge).toHaveLength(32);
    }
    await auth.idle();
    expect(phones.messages).toHaveLength(3);
  });

  test("are ten a day", async () => {
    const { ask, phones, visit, clock } = open({ config: limited });
    for (let round = 0; round < 8; round += 1) {
      for (let caller = 0; caller < 3; caller += 1) await ask(visit({ ipAddress: `198.51.${round * 3 + caller}.9` }));
      clock.forward({ minutes: 15 });
    }
    expect(phones.messages).toHaveLength(10);
  });

  test("are as many as the options say, in both windows", async () => {
    const perNumber = { windowSeconds: 60, max: 2 };
    for (const [perNumberPerDay, sent] of [
      [{ windowSeconds: 3600, max: 5 }, 5],
      [{ windowSeconds: 60, max: 4 }, 8],
    ] as const) {
      const { ask, phones, visit, clock } = open({ config: limited, options: { perNumber, perNumberPerDay } });
      const browser = visit({ ipAddress: "198.51.1.9" });
      for (let round = 0; round < 4; round += 1) {
        for (let again = 0; again < 3; again += 1) await ask(browser);
        clock.forward({ seconds: 60 });
      }
      expect(phones.messages).toHaveLength(sent);
    }
  });

  test("of strangers leave the owner's browser a budget of its own", async () => {
    const { ask, holder, phones, visit, clock } = open({ config: limited });
    const ada = await holder();
    clock.forward({ minutes: 15 });
    for (let caller = 0; caller < 5; caller += 1) await ask(visit({ ipAddress: `198.51.${caller}.9` }));
    const before = phones.messages.length;
    await ask(ada);
    expect(phones.messages).toHaveLength(before + 1);
  });
});

describe("the numbers that one address of a client asks for", () => {
  test("are five an hour: the sixth is 429 with the time to wait, and the first can be asked again", async () => {
    const { auth, clock, phones, visit } = open({ config: limited });
    const ipAddress = "198.51.100.9";
    const ask = async (index: number): Promise<Response> => {
      clock.forward({ seconds: 60 });
      return visit({ ipAddress }).browser.post("/phone-number/send-otp", { phoneNumber: mobile(index) });
    };
    for (let index = 0; index < 5; index += 1) expect((await ask(index)).status).toBe(200);
    for (let again = 0; again < 3; again += 1) {
      const refused = await ask(5);
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    }
    expect((await ask(0)).status).toBe(200);
    await auth.idle();
    expect(new Set(phones.messages.map(({ to }) => to)).size).toBe(5);
    clock.forward({ hours: 1 });
    expect((await ask(5)).status).toBe(200);
  });

  test("are as many as the option says, and the log names the option", async () => {
    const { logged, visit } = open({ config: limited, options: { perCaller: { windowSeconds: 60, max: 2 } } });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { browser } = visit({ ipAddress: "198.51.100.9" });
      statuses.push((await browser.post("/phone-number/send-otp", { phoneNumber: mobile(index) })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(JSON.stringify(logged)).toContain("perCaller of phoneNumber()");
  });
});

describe("a ceiling", () => {
  test.each([
    ["of a calling code", { perCountry: { windowSeconds: 3600, max: 4 } }, "+49"],
    ["of the app", { perApp: { windowSeconds: 3600, max: 4 } }, "app"],
  ])("%s ends messages, also without rate limits, and tells at half and at the end", async (_, options, of) => {
    const { auth, clock, events, phones, visit } = open({ options });
    const ask = (index: number): Promise<Response> =>
      visit().browser.post("/phone-number/send-otp", { phoneNumber: mobile(index) });
    for (let index = 0; index < 10; index += 1) expect((await ask(index)).status).toBe(200);
    await auth.idle();
    expect(phones.messages).toHaveLength(4);
    expect(events.filter(({ type }) => type === "phone-number.ceiling")).toEqual(
      [
        { type: "phone-number.ceiling", of, count: 2, max: 4, isReached: false },
        { type: "phone-number.ceiling", of, count: 4, max: 4, isReached: true },
      ].map((event) => expect.objectContaining(event)),
    );
    clock.forward({ hours: 1 });
    await ask(20);
    await auth.idle();
    expect(phones.messages).toHaveLength(5);
  });

  test("of a calling code leaves other countries", async () => {
    const { ask, phones, visit } = open({ options: { perCountry: { windowSeconds: 3600, max: 1 } } });
    await ask(visit(), mobile(1));
    await ask(visit(), mobile(2));
    await ask(visit(), "+12133734253");
    expect(phones.messages.map(({ to }) => to)).toEqual([mobile(1), "+12133734253"]);
  });

  test("is not used up by requests that send no message", async () => {
    const { ask, member, phones, visit } = open({ options: { perApp: { windowSeconds: 3600, max: 2 } } });
    await member();
    for (let index = 0; index < 5; index += 1) await ask(visit(), mobile(index), "request-password-reset");
    expect(phones.messages).toHaveLength(1);
    await ask(visit(), number, "request-password-reset");
    expect(phones.messages).toHaveLength(2);
  });
});

test("a message that fails is told, and the answer is equal", async () => {
  const { auth, events, logged, visit } = open({
    options: {
      sendMessage: () => {
        throw new Error("no balance");
      },
    },
  });
  expect((await visit().browser.post("/phone-number/send-otp", { phoneNumber: number })).status).toBe(200);
  await auth.idle();
  expect(events).toContainEqual(expect.objectContaining({ type: "phone-number.message-failed", kind: "verify" }));
  expect(JSON.stringify(logged)).not.toContain(number);
});
