import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { type TwoFactorOptions, twoFactor } from "@keyhold/two-factor";
import { describe, expect, test } from "vitest";
import { open, password } from "./fixture.ts";

const make = (options: unknown) =>
  createAuth({
    secret: "only for options.test.ts: 4f9b7c21d8e3a650",
    baseURL: "https://app.example.com",
    database: memory(),
    plugins: [twoFactor(options as Partial<TwoFactorOptions>)],
  });
const sendText = (): void => undefined;

describe("options", () => {
  test.each([
    null,
    {},
    { page: "/sign-in/second-step?from=app" },
    { page: "https://accounts.example.com/two-factor" },
    { otp: false },
    { otp: { sendText } },
    { recovery: { delaySeconds: 3600 } },
    { guesses: { windowSeconds: 60, max: 1 } },
    { require: () => true, issuer: "Tea: Shop", trustDeviceSeconds: 1 },
  ])("%j are right", (options) => {
    expect(() => make(options)).not.toThrow();
  });

  test.each([
    ["on", "options: must be an object"],
    [{ isuer: "Tea Shop" }, 'isuer: there is no such option; did you mean "issuer"?'],
    [
      { otpOptions: { sendOTP: sendText } },
      "otpOptions: is an option of better-auth; emailed codes are sent by `mail`",
    ],
    [{ trustDeviceMaxAge: 60 }, "trustDeviceMaxAge: is an option of better-auth; write `trustDeviceSeconds`"],
    [{ page: "two-factor" }, "page: must be a path or a URL"],
    [{ page: "//other.example" }, "page: must be a path or a URL"],
    [{ page: "/\\other.example" }, "page: must be a path or a URL"],
    [{ page: "/two\nfactor" }, "page: must be a path or a URL"],
    [{ page: "https://" }, "page: must be a path or a URL"],
    [{ page: null }, "page: must be a path or a URL"],
    [{ issuer: "" }, "issuer: must be a text"],
    [{ otp: "sms" }, "otp: must be true, false or { sendText }"],
    [{ otp: null }, "otp: must be true, false or { sendText }"],
    [{ otp: sendText }, "otp: must be true, false or { sendText }"],
    [{ otp: { sendTxt: sendText } }, "otp: must be true, false or { sendText }"],
    [{ otp: { sendText, digits: 4 } }, "otp.digits: there is no such option"],
    [{ trustDeviceSeconds: "30d" }, "trustDeviceSeconds: must be a whole number"],
    [{ trustDeviceSeconds: 0 }, "trustDeviceSeconds: must be a whole number"],
    [{ guesses: { max: 5 } }, "guesses: must be { windowSeconds, max }"],
    [{ guesses: { max: 5, windowSeconds: 60, per: "user" } }, "guesses.per: there is no such option"],
    [{ recovery: true }, "recovery: must be false or { delaySeconds }"],
    [{ recovery: { delaySeconds: 60 } }, "recovery: must be false or { delaySeconds }"],
    [{ recovery: { delaySeconds: 1e15 } }, "recovery: must be false or { delaySeconds }"],
    [
      { recovery: { delaySeconds: 3600, delay: 60 } },
      'recovery.delay: there is no such option; did you mean "recovery.',
    ],
    [{ require: true }, "require: must be a function"],
    [{ require: async () => false }, "require: must answer true, false or a Date at once, not a promise"],
  ])("%o are config errors", (options, sentence) => {
    expect(() => make(options)).toThrow(sentence);
  });
});

describe("the app's function `require`", () => {
  const person = { name: "Eve", email: "eve@example.com", password };

  test.each([
    ["a promise", () => Promise.resolve(false)],
    ["undefined", () => undefined],
    ["2027-01-01", () => "2027-01-01"],
    ["Invalid Date", () => new Date("soon")],
  ])(
    "that answers %s opens no session and makes no user, and the log names the option",
    async (answer, require: unknown) => {
      const options = { require: require as TwoFactorOptions["require"] };
      const { visit, logged, signUp } = open({ options });
      const { client } = visit();
      expect((await client.signUp.email(person)).error).toMatchObject({ status: 500, code: "INTERNAL_SERVER_ERROR" });
      expect((await client.getSession()).data).toBe(null);
      expect(logged[0]?.cause).toContain(`twoFactor({ require }) answered ${answer}: it must answer true`);
      await expect(signUp(person.email)).rejects.toThrow();
    },
  );

  test("gets the columns of the app and of other plugins", async () => {
    const given: unknown[] = [];
    const { visit } = open({ options: { require: ({ username }) => given.push(username) === 0 } });
    expect((await visit().client.signUp.email({ ...person, username: "eve" })).error).toBe(null);
    expect(given).toEqual(["eve"]);
  });
});
