import { expect, test } from "vitest";
import { email, open, statusAndCode } from "./fixture.ts";

const wrong = "not the password";
const missing = "400 MISSING_RESPONSE";
const opened = () => open({ only: "after-failures" }, { rateLimit: { limits: {} } });

test("a person who signs in is not asked, nor after two wrong passwords", async () => {
  await using world = await opened();
  for (let round = 0; round < 4; round += 1) {
    const ipAddress = `198.51.100.${round}`;
    for (let tries = 0; tries < 2; tries += 1)
      expect(await statusAndCode(world.signIn(undefined, { password: wrong, ipAddress }))).toMatch(/^401/);
    expect(await statusAndCode(world.signIn(undefined, { ipAddress }))).toBe("200");
    await world.auth.idle();
  }
});

test.each([
  ["a user", email],
  ["nobody", "nobody@example.com"],
])("the fourth sign-in with the address of %s needs a response, from any network", async (_, of) => {
  await using world = await opened();
  for (let tries = 1; tries <= 3; tries += 1) {
    const ipAddress = `198.51.100.${tries}`;
    expect(await statusAndCode(world.signIn(undefined, { email: of, password: wrong, ipAddress }))).toMatch(/^401/);
  }
  for (const spelling of [of, of.toUpperCase(), ` ${of}`.trim()])
    expect(await statusAndCode(world.signIn(undefined, { email: spelling, ipAddress: "192.0.2.1" }))).toBe(missing);
  expect(await statusAndCode(world.signIn(undefined, { email: "other@example.com", ipAddress: "192.0.2.2" }))).toMatch(
    /^401/,
  );
});

test("the fourth sign-in from an address needs a response, with any name; so do a sign-up and a reset from there", async () => {
  await using world = await opened();
  for (let tries = 1; tries <= 3; tries += 1)
    expect(await statusAndCode(world.signIn(undefined, { email: `${tries}@example.com` }))).toMatch(/^401/);
  expect(await statusAndCode(world.signIn())).toBe(missing);
  expect(await statusAndCode(world.post("/request-password-reset", { email }))).toBe(missing);
  expect(await statusAndCode(world.post("/request-password-reset", { email }, undefined, "192.0.2.1"))).toBe("200");
});

test("sixteen wrong passwords at once are three without a response", async () => {
  await using world = await opened();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      statusAndCode(world.signIn(undefined, { password: wrong, ipAddress: `198.51.100.${index}` })),
    ),
  );
  expect(answers.filter((answer) => answer === missing)).toHaveLength(13);
});

test("a solved CAPTCHA and the right password end the asking", async () => {
  await using world = await opened();
  for (let tries = 0; tries < 3; tries += 1) await world.signIn(undefined, { password: wrong });
  expect(await statusAndCode(world.signIn())).toBe(missing);
  expect(await statusAndCode(world.signIn(world.solved()))).toBe("200");
  await world.auth.idle();
  expect(await statusAndCode(world.signIn(undefined, { ipAddress: "192.0.2.1" }))).toBe("200");
});

test("an attacker's own sign-ins do not end the asking for another person", async () => {
  await using world = await opened();
  await world.auth.api.signUp.email({ name: "Eve", email: "eve@example.com", password: "the password of eve" });
  for (let tries = 0; tries < 3; tries += 1) {
    await world.signIn(undefined, { password: wrong });
    await world.signIn(undefined, { email: "eve@example.com", password: "the password of eve" });
    await world.auth.idle();
  }
  expect(await statusAndCode(world.signIn(undefined, { password: wrong }))).toBe(missing);
});

test("sign-ins by emailed codes from one address are not asked, however many", async () => {
  await using world = await opened();
  for (let round = 0; round < 6; round += 1) {
    const sent = await world.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    expect(await statusAndCode(sent.clone())).toBe("200");
    const { code: otp } = await world.mailbox.waitFor(email, { kind: "email-otp.code" });
    const cookie = sent.headers.getSetCookie().map((line) => line.split(";")[0]);
    expect(
      await statusAndCode(
        world.post("/sign-in/email-otp", { email, otp }, undefined, "203.0.113.7", cookie.join("; ")),
      ),
    ).toBe("200");
    await world.auth.idle();
    world.clock.forward({ minutes: 2 });
  }
});

test("wrong passwords by the username count for the user, whose right password ends the asking for both names", async () => {
  await using world = await opened();
  await world.auth.api.signUp.email({
    name: "Bob",
    email: "bob@example.com",
    password: "password of bob",
    username: "bob",
  });
  const byName = (password: string, ipAddress: string) =>
    statusAndCode(world.post("/sign-in/username", { username: "Bob", password }, undefined, ipAddress));
  for (let tries = 0; tries < 3; tries += 1) expect(await byName(wrong, `198.51.100.${tries}`)).toMatch(/^401/);
  expect(await byName("password of bob", "192.0.2.1")).toBe(missing);
  const other = { email: "bob@example.com", password: "password of bob", ipAddress: "192.0.2.2" };
  expect(await statusAndCode(world.signIn(undefined, other))).toBe("200");
  await world.auth.idle();
  expect(await byName("password of bob", "192.0.2.3")).toBe("200");
});

test("an attacker's own sign-in takes no failure of the address away", async () => {
  await using world = await opened();
  const failed = (name: string) => statusAndCode(world.signIn(undefined, { email: `${name}@example.com` }));
  expect([await failed("x"), await failed("y")]).toEqual(Array(2).fill("401 INVALID_EMAIL_OR_PASSWORD"));
  expect(await statusAndCode(world.signIn())).toBe("200");
  await world.auth.idle();
  expect(await failed("z")).toBe("401 INVALID_EMAIL_OR_PASSWORD");
  expect(await failed("other")).toBe(missing);
});

test("a wrong password of a change, guests and sign-ups raise what an address may try by nothing", async () => {
  await using world = await opened();
  await world.auth.api.signUp.email({ name: "Eve", email: "eve@example.com", password: "the password of eve" });
  const signedIn = await world.signIn(undefined, { email: "eve@example.com", password: "the password of eve" });
  await world.auth.idle();
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  for (let round = 0; round < 4; round += 1) {
    await world.post("/two-factor/enable", { password: wrong }, undefined, undefined, cookie);
    await world.post("/sign-in/anonymous", {});
  }
  await world.auth.idle();
  const answers: string[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    answers.push(await statusAndCode(world.signIn(undefined, { email: `${tries}@example.com` })));
  expect(answers.filter((answer) => answer === missing)).toHaveLength(3);
});

test("the fourth sign-in with a number needs a response, in any notation", async () => {
  await using world = await opened();
  const notations = ["+4915112345678", "+49 151 12345678", "+49 (151) 123-456-78", "0151.12345678"];
  const answers: string[] = [];
  for (const [index, phoneNumber] of notations.entries()) {
    const input = { phoneNumber, password: wrong };
    answers.push(await statusAndCode(world.post("/sign-in/phone-number", input, undefined, `198.51.100.${index}`)));
  }
  expect(answers[3]).toBe(missing);
  expect(answers.slice(0, 3)).not.toContain(missing);
});
