import { memory } from "@keyhold/adapter-memory";
import { defineErrors } from "@keyhold/core";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, development, type Fixture, type FixtureOptions, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();
const unproven = { ...ann, emailVerified: false };
const withoutAddress = { ...ann, email: null };
const errors = defineErrors({ NOT_ON_THE_LIST: { status: 403, message: "You are not on the list" } });

interface Situation {
  readonly options?: FixtureOptions;
  readonly person?: typeof unproven | typeof withoutAddress;
  readonly error: string;
}

/** Sign-ins with an address that the provider has not verified, and the answer to a free address. */
const situations: Readonly<Record<string, Situation>> = {
  "no further rule": { error: "email_not_verified" },
  disableSignUp: { options: { google: { disableSignUp: true } }, error: "signup_disabled" },
  disableImplicitSignUp: { options: { google: { disableImplicitSignUp: true } }, error: "signup_disabled" },
  "a checkSignUp that rejects": {
    options: { google: { checkSignUp: () => errors.NOT_ON_THE_LIST }, config: { errors } },
    error: "not_on_the_list",
  },
  "a hook that rejects new users": {
    options: { config: { errors, hooks: { "user.create": (_, ctx) => ctx.fail(errors.NOT_ON_THE_LIST) } } },
    error: "not_on_the_list",
  },
  "linking that is disabled": { options: { social: { linking: { enabled: false } } }, error: "email_not_verified" },
  "an address of mapProfileToUser": {
    options: { google: { mapProfileToUser: () => ({ email: ann.email }) } },
    person: withoutAddress,
    error: "email_not_verified",
  },
};

/** Opens an auth in which another person has signed up with the address, before the rules of the situation applied. */
async function open(state: "free" | "verified" | "unverified", { options = {} }: Situation): Promise<Fixture> {
  const database = memory();
  const config = { database, emailAndPassword: { requireEmailVerification: true }, baseURL: development };
  if (state !== "free") {
    const before = openFixture(idp(), { config });
    const { browser } = before.visit();
    await browser.post("/sign-up/email", { name: "First", email: ann.email, password: "the password of the first" });
    const link = linkIn(await before.mailbox.waitFor(ann.email, { kind: "verify-email" }));
    if (state === "verified") await browser.follow(link);
  }
  return openFixture(idp(), { ...options, config: { ...options.config, ...config } });
}

const states = ["free", "verified", "unverified"] as const;

describe.each(Object.entries(situations))("under requireEmailVerification, with %s", (_, situation) => {
  const { person = unproven, error } = situation;

  test.each(states)("a callback tells nothing about an address: %s", async (state) => {
    const fixture = await open(state, situation);
    for (const _ of ["the first time", "again"]) {
      const { url, response } = await come(idp(), fixture, { as: person });
      expect(url.searchParams.get("error")).toBe(error);
      expect(url.searchParams.get("error_description")).not.toMatch(/exists|another user/);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await fixture.db.count(sessionModel, {})).toBe(0);
    expect(await fixture.db.count(userModel, {})).toBe(state === "free" && error !== "email_not_verified" ? 0 : 1);
    const isSignedUp = state === "free" && error === "email_not_verified";
    expect(await fixture.db.count(accountModel, { providerId: "google" })).toBe(isSignedUp ? 1 : 0);
  });

  test.each(states)("an ID token gets the same answer for an address: %s", async (state) => {
    const fixture = await open(state, situation);
    const token = await idp().idToken("google", person);
    const answer = await fixture.browser.post("/sign-in/social", { provider: "google", idToken: { token } });
    const expected = { email_not_verified: 403, signup_disabled: 401, not_on_the_list: 403 }[error];
    expect([answer.status, (await answer.json()).code]).toEqual([expected, error.toUpperCase()]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe("under requireEmailVerification, the owner of a taken address", () => {
  test.each([
    ["verified", "already-registered"],
    ["unverified", "verify-email"],
  ] as const)("that is %s gets the email %s", async (state, kind) => {
    const fixture = await open(state, { error: "" });
    await come(idp(), fixture, { as: unproven });
    await fixture.auth.idle();
    expect(fixture.mailbox.messages.map((message) => [message.to, message.kind])).toEqual([[ann.email, kind]]);
    const repeated = fixture.events.filter(({ type }) => type === "sign-up.repeated");
    expect(repeated).toEqual([expect.objectContaining({ user: expect.objectContaining({ email: ann.email }) })]);
  });

  test("still links by an address that the provider has verified, and signs in by a known identity", async () => {
    const fixture = await open("verified", { error: "" });
    expect((await come(idp(), fixture)).error).toBe(null);
    expect((await come(idp(), fixture, { as: unproven, at: fixture.visit() })).error).toBe(null);
  });
});

test("without requireEmailVerification a taken address is told apart, as at every sign-up", async () => {
  const fixture = openFixture(idp());
  await fixture.signUp(ann.email);
  expect((await come(idp(), fixture, { as: unproven, at: fixture.visit() })).error).toBe("account_not_linked");
});
