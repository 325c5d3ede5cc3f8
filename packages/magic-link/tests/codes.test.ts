import { memory } from "@keyhold/adapter-memory";
import { describe, expect, test } from "vitest";
import { asBrowser, email, type Opening, open, tokenIn } from "./fixture.ts";

/** An auth with codes, and a browser that has asked for an email. */
async function asked(config: Opening["config"] = {}) {
  const fixture = open({ options: { withCode: true }, config });
  const visit = fixture.visit();
  const { link, code } = await sent(fixture, visit);
  return { fixture, visit, link, code };
}

async function sent(fixture: ReturnType<typeof open>, visit: ReturnType<ReturnType<typeof open>["visit"]>, to = email) {
  await visit.browser.post("/sign-in/magic-link", { email: to });
  const message = await fixture.mailbox.waitFor(to, { kind: "magic-link.sign-in" });
  return { link: new URL(message.url), code: message.code ?? "", message };
}

const wrongOf = (code: string): string => String((Number(code) + 1) % 10 ** 8).padStart(8, "0");

describe("the code of a link", () => {
  test("has eight digits, is in the email, and signs in the browser that asked", async () => {
    const { fixture, visit, code } = await asked();
    expect(code).toMatch(/^\d{8}$/);
    expect(fixture.mailbox.messages.at(-1)?.kind).toBe("magic-link.sign-in");
    const { data, error } = await visit.client.magicLink.verifyCode({ code: `${code.slice(0, 4)} ${code.slice(4)}` });
    expect(error).toBe(null);
    expect(data).toMatchObject({ user: { email } });
    expect(await fixture.signedInAs(visit)).toBe(email);
  });

  test.each([
    ["Arabic", 0x0660],
    ["Persian", 0x06f0],
    ["full-width", 0xff10],
  ])("is typed with %s digits", async (_, zero) => {
    const { visit, code } = await asked();
    const typed = code.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
    expect((await visit.client.magicLink.verifyCode({ code: typed })).error).toBe(null);
  });

  test("is in the last line of the email, which phones read, and an email without a code has no such line", async () => {
    const { fixture, visit } = await asked();
    const { message, code } = await sent(fixture, visit);
    expect(message.words.lastLine).toBe(`@app.example.com #${code}`);
    const plain = open();
    expect((await sent(plain, plain.visit())).message.words.lastLine).toBe(undefined);
  });

  test("is not in an email without withCode", async () => {
    const fixture = open();
    const { message, code } = await sent(fixture, fixture.visit());
    expect([message.code, code]).toEqual([null, ""]);
  });

  test.each([
    ["in another browser", async ({ fixture }: Asked) => fixture.visit().browser],
    [
      "in a browser that asked for another address",
      async ({ fixture }: Asked) => {
        const other = fixture.visit();
        await sent(fixture, other, "mallory@example.com");
        return other.browser;
      },
    ],
    ["after its use", async ({ visit, code }: Asked) => void (await visit.client.magicLink.verifyCode({ code }))],
    ["after the use of its link", async ({ visit, link }: Asked) => void (await visit.browser.fetch(link, asBrowser))],
    ["after five minutes", async ({ fixture }: Asked) => fixture.clock.forward({ minutes: 5 })],
  ])("opens nothing %s", async (_, happens) => {
    const given = await asked();
    // The browser keeps its challenge, although a sign-in removes the cookie.
    const cookie = given.visit.browser.cookies.header() ?? "";
    const other = await happens(given);
    const before = await given.fixture.sessions();
    const headers = { ...(!other && { cookie }), "content-type": "application/json" };
    const body = JSON.stringify({ code: given.code });
    const browser = other ?? given.fixture.visit().browser;
    const answer = await browser.fetch("/magic-link/verify-code", { method: "POST", body, headers });
    expect([answer.status, (await answer.json()).code]).toEqual([400, "INVALID_OTP"]);
    expect(await given.fixture.sessions()).toEqual(before);
  });

  test("ends its link", async () => {
    const { fixture, visit, link, code } = await asked();
    await visit.client.magicLink.verifyCode({ code });
    const answer = await fixture.visit().browser.fetch(link, asBrowser);
    expect(answer.headers.get("location")).toContain("error=INVALID_TOKEN");
  });

  test("is sent again to a browser that asks again, for half of its time", async () => {
    const { fixture, visit, code } = await asked();
    fixture.clock.forward({ seconds: 149 });
    expect((await sent(fixture, visit)).code).toBe(code);
    fixture.clock.forward({ seconds: 1 });
    const next = await sent(fixture, visit);
    expect(next.code).not.toBe(code);
    expect((await visit.client.magicLink.verifyCode({ code })).error?.code).toBe("INVALID_OTP");
    expect((await visit.client.magicLink.verifyCode({ code: next.code })).error).toBe(null);
  });

  test("works for five minutes where a link works for one, whenever the round of the address began", async () => {
    const fixture = open({ options: { withCode: true, expiresInSeconds: 60 } });
    await sent(fixture, fixture.visit());
    // The round of the first link ends two minutes after the second link was asked for.
    fixture.clock.forward({ hours: 23, minutes: 58 });
    const visit = fixture.visit();
    const { code } = await sent(fixture, visit);
    fixture.clock.forward({ seconds: 299 });
    expect((await visit.client.magicLink.verifyCode({ code })).error).toBe(null);
  });

  test("differs in two browsers", async () => {
    const { fixture, code } = await asked();
    expect((await sent(fixture, fixture.visit())).code).not.toBe(code);
  });
});

type Asked = Awaited<ReturnType<typeof asked>>;

describe("guesses of a code", () => {
  test("are five for a code: the sixth is TOO_MANY_ATTEMPTS, and the right code opens nothing afterwards", async () => {
    const { visit, code } = await asked();
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 6; count += 1)
      codes.push((await visit.client.magicLink.verifyCode({ code: wrongOf(code) })).error?.code);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => "INVALID_OTP"), "TOO_MANY_ATTEMPTS"]);
    expect((await visit.client.magicLink.verifyCode({ code })).error?.code).toBe("INVALID_OTP");
  });

  test("of a stranger do not end the code of the owner", async () => {
    const { fixture, visit, code } = await asked();
    const stranger = fixture.visit({ ipAddress: "198.51.100.9" });
    await sent(fixture, stranger);
    for (let count = 0; count < 7; count += 1) await stranger.client.magicLink.verifyCode({ code: wrongOf(code) });
    expect((await visit.client.magicLink.verifyCode({ code })).error).toBe(null);
  });

  test("of two hundred at once, at most five are compared", async () => {
    const { fixture, visit, code } = await asked();
    const cookie = visit.browser.cookies.header() ?? "";
    const guess = (given: string) =>
      fixture.visit().browser.fetch("/magic-link/verify-code", {
        method: "POST",
        body: JSON.stringify({ code: given }),
        headers: { cookie, "content-type": "application/json" },
      });
    for (let count = 0; count < 5; count += 1) await guess(wrongOf(code));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, caller) => guess(caller === 100 ? code : wrongOf(code))),
    );
    expect(answers.filter(({ ok }) => ok)).toEqual([]);
    expect(await fixture.sessions()).toEqual([]);
  });

  test("at one address are twenty in 15 minutes, over all browsers and new codes", async () => {
    const { fixture } = await asked();
    const answers: (string | undefined)[] = [];
    const visits = [1, 2].map((network) => fixture.visit({ ipAddress: `198.51.${network}.9` }));
    for (let asked = 0; asked < 12; asked += 1) {
      const visit = visits[asked % 2] ?? expect.fail();
      // A browser gets a new code after half of its time.
      if (asked % 2 === 0) fixture.clock.forward({ seconds: 150 });
      const { code } = await sent(fixture, visit);
      for (let count = 0; count < 5; count += 1) {
        const { error } = await visit.client.magicLink.verifyCode({ code: wrongOf(code) });
        answers.push(error?.code);
      }
    }
    expect(answers.filter((code) => code === "INVALID_OTP")).toHaveLength(20);
    expect(answers.filter((code) => code === "TOO_MANY_ATTEMPTS")).toHaveLength(40);
  });
});

test("after a rotation of the secret the link works in the browser that asked, and so does a code of a new email", async () => {
  const database = memory();
  const options = { withCode: true };
  const [present, next] = ["4f9b7c21d8e3a6504f9b7c21d8e3a651", "93b1c07e52fa8d6493b1c07e52fa8d65"];
  const before = open({ database, options, config: { secret: present } });
  const asking = before.visit();
  const { link } = await sent(before, asking);
  const cookie = asking.browser.cookies.header() ?? "";
  const after = open({ database, options, config: { secret: [next, present] } });
  const other = after.visit();
  await other.browser.fetch(link, { headers: { ...asBrowser.headers, cookie } });
  expect(await after.signedInAs(other)).toBe(email);
  const { code } = await sent(after, other, "bob@example.com");
  expect((await other.client.magicLink.verifyCode({ code })).error).toBe(null);
});

test("of sixteen callers at once with link and code, one is signed in", async () => {
  const { fixture, visit, link, code } = await asked();
  const cookie = visit.browser.cookies.header() ?? "";
  const headers = { cookie, "content-type": "application/json" };
  const send = (path: string, body: object) =>
    fixture.visit().browser.fetch(path, { method: "POST", body: JSON.stringify(body), headers });
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, caller) =>
      caller % 4 === 0
        ? send("/magic-link/verify-code", { code })
        : send("/magic-link/verify", { token: tokenIn(link) }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await fixture.users()).toHaveLength(1);
  expect(await fixture.sessions()).toHaveLength(1);
});
