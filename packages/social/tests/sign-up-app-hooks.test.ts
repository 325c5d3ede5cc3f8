import { memory } from "@keyhold/adapter-memory";
import { type CoreEvent, defineErrors } from "@keyhold/core";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import type { Person } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountsOf, ann, come, type Fixture, type FixtureOptions, openFixture, waysOf } from "./fixture.ts";

const errors = defineErrors({ NOT_INVITED: { status: 403, message: "Only who was invited" } });

const idp = useIdentityProvider();

const refusing = { errors };
const noRows = { users: 0, sessions: 0 };
const rowsOf = async ({ db }: Fixture) => ({
  users: await db.count(userModel, {}),
  sessions: await db.count(sessionModel, {}),
});

const byIdToken = async (fixture: Fixture, person: Person = ann) => {
  const token = await idp().idToken("google", person);
  return fixture.client.signIn.social({ provider: "google", idToken: { token } });
};

async function told(fixture: Fixture, type: CoreEvent["type"]): Promise<readonly CoreEvent[]> {
  await fixture.auth.idle();
  return fixture.events.filter((event) => event.type === type);
}

describe("a check of the app at sign-up", () => {
  const openChecked = (checkSignUp: NonNullable<FixtureOptions["google"]>["checkSignUp"]) =>
    openFixture(idp(), { google: { ...(checkSignUp && { checkSignUp }) }, config: refusing });

  test("fails with an error of its own, in the URL and as JSON, and leaves no row", async () => {
    const fixture = openChecked(() => errors.NOT_INVITED);
    const landing = await come(idp(), fixture);
    expect(landing.url.href).toBe("https://app.example.com/refused?error=not_invited");
    const answer = await byIdToken(fixture);
    expect(answer.error).toMatchObject({ status: 403, code: "NOT_INVITED", message: "Only who was invited" });
    expect(await rowsOf(fixture)).toEqual(noRows);
    const refusal = { type: "social.failed", providerId: "google", purpose: "sign-in", code: "not_invited" };
    const explanation = "Only who was invited";
    expect(await told(fixture, "social.failed")).toMatchObject([
      { ...refusal, explanation },
      { ...refusal, explanation },
    ]);
  });

  test("gets the profile as the provider sent it, and the validated identity", async () => {
    const seen: unknown[] = [];
    const fixture = openChecked((profile, identity) => {
      seen.push(profile, identity);
      return Promise.resolve(null);
    });
    expect((await come(idp(), fixture, { as: { ...ann, email: "Ann@Example.com" } })).error).toBe(null);
    expect(seen).toEqual([
      expect.objectContaining({ sub: "118", email: "Ann@Example.com", email_verified: true }),
      { subject: "118", email: ann.email, emailVerified: true, name: ann.name, image: null },
    ]);
  });

  test("does not run for a user with an account", async () => {
    const fixture = openChecked(() => errors.NOT_INVITED);
    await fixture.signUp(ann.email);
    expect((await come(idp(), fixture)).error).toBe(null);
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test("is a surprise when it names an error that there is not", async () => {
    const fixture = openChecked(() => "NO_SUCH_ERROR" as never);
    expect((await come(idp(), fixture)).error).toBe("internal_server_error");
    await fixture.auth.idle();
    expect(fixture.logged).toHaveLength(1);
    expect(await rowsOf(fixture)).toEqual(noRows);
  });
});

describe("a hook of the app", () => {
  test("at the creation of users fails the sign-up, and leaves no row", async () => {
    const hooks: NonNullable<FixtureOptions["config"]>["hooks"] = {
      "user.create": (_, ctx) => ctx.fail(errors.NOT_INVITED),
    };
    const fixture = openFixture(idp(), { config: { ...refusing, hooks } });
    expect((await come(idp(), fixture)).error).toBe("not_invited");
    expect((await byIdToken(fixture)).error).toMatchObject({ status: 403, code: "NOT_INVITED" });
    expect(await rowsOf(fixture)).toEqual(noRows);
    expect(await told(fixture, "user.created")).toEqual([]);
  });

  test("at the creation of users changes the user", async () => {
    const hooks: NonNullable<FixtureOptions["config"]>["hooks"] = {
      "user.create": (draft) => ({ ...draft, name: `${draft.name} of ${draft.email.split("@")[1]}` }),
    };
    const fixture = openFixture(idp(), { config: { hooks } });
    await come(idp(), fixture);
    expect((await fixture.client.getSession()).data?.user.name).toBe("Ann Example of example.com");
  });

  test("at the creation of sessions gets the provider, and whether the user is new", async () => {
    const seen: unknown[] = [];
    const hooks: NonNullable<FixtureOptions["config"]>["hooks"] = {
      "session.create": ({ method, isNewUser, user }, ctx) => {
        seen.push([method, isNewUser, user.email]);
        if (isNewUser) ctx.fail(errors.NOT_INVITED);
      },
    };
    const fixture = openFixture(idp(), { config: { ...refusing, hooks } });
    expect((await come(idp(), fixture)).error).toBe("not_invited");
    expect(await rowsOf(fixture)).toEqual(noRows);
    expect(seen).toEqual([["google", true, ann.email]]);
  });

  test("at the creation of sessions rolls back the whole sign-in: no linked account, no claimed account", async () => {
    const hooks: NonNullable<FixtureOptions["config"]>["hooks"] = {
      "session.create": ({ method }, ctx) => {
        if (method === "google") ctx.fail(errors.NOT_INVITED);
      },
    };
    const fixture = openFixture(idp(), { config: { ...refusing, hooks } });
    const { user, client } = await fixture.signUp(ann.email);
    expect((await come(idp(), fixture)).error).toBe("not_invited");
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    expect((await client.getSession()).data?.user.emailVerified).toBe(false);
    expect(await told(fixture, "account.linked")).toEqual([]);
  });

  test("at the change of users rejects a name of the provider, and with it the sign-in", async () => {
    const hooks: NonNullable<FixtureOptions["config"]>["hooks"] = {
      "user.update": (_, ctx) => ctx.fail(errors.NOT_INVITED),
    };
    const fixture = openFixture(idp(), { google: { overrideUserInfoOnSignIn: true }, config: { ...refusing, hooks } });
    expect((await come(idp(), fixture)).error).toBe(null);
    const again = fixture.visit();
    expect((await come(idp(), fixture, { as: { ...ann, name: "Other" }, at: again })).error).toBe("not_invited");
    expect((await again.client.getSession()).data).toBe(null);
  });
});

describe("listeners hear", () => {
  test("a new user", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    await fixture.auth.idle();
    const user = (await fixture.client.getSession()).data?.user;
    expect(fixture.events).toEqual([
      { type: "user.created", user: expect.objectContaining({ id: user?.id, email: ann.email, emailVerified: true }) },
      { type: "account.linked", userId: user?.id, providerId: "google", accountId: ann.subject },
      expect.objectContaining({ type: "session.created", method: "google", isNewUser: true, wrongPasswordsBefore: 0 }),
    ]);
    expect(JSON.stringify(fixture.events)).not.toContain((await accountsOf(fixture, user?.id ?? ""))[0]?.accessToken);
  });

  test("a failure with its cause, and no other event", async () => {
    const fixture = openFixture(idp());
    await fixture.signUp(ann.email);
    await fixture.auth.idle();
    const before = fixture.events.length;
    await come(idp(), fixture, { as: { ...ann, emailVerified: false } });
    await fixture.auth.idle();
    expect(fixture.events.slice(before)).toEqual([
      {
        type: "social.failed",
        providerId: "google",
        purpose: "sign-in",
        code: "account_not_linked",
        explanation: "A user with this email address exists, and Google has not verified it.",
        ipAddress: "203.0.113.7",
        userAgent: null,
      },
    ]);
  });

  test("which side has not verified the address, if the provider is trusted", async () => {
    const fixture = openFixture(idp(), { social: { linking: { trustedProviders: ["google"] } } });
    await fixture.signUp(ann.email);
    await come(idp(), fixture, { as: { ...ann, emailVerified: false } });
    expect(await told(fixture, "social.failed")).toMatchObject([
      { explanation: "A user with this email address exists, and this app has not verified it." },
    ]);
  });
});

describe("the verification email", () => {
  const unverified = { ...ann, emailVerified: false };
  const emailsOf = async (fixture: Fixture) => {
    await fixture.auth.idle();
    return fixture.mailbox.messages.map(({ kind, to }) => `${kind} ${to}`);
  };
  const message = `verify-email ${ann.email}`;

  test("is sent to a new user whose email address the provider has not verified, and links to the callbackURL", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture, { as: unverified });
    expect(await emailsOf(fixture)).toEqual([message]);
    const link = linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" }));
    expect(link.searchParams.get("callbackURL")).toBe("/home");
    await fixture.browser.follow(link);
    expect((await fixture.client.getSession()).data?.user.emailVerified).toBe(true);
  });

  test("is not sent if the app disables it at sign-up", async () => {
    const fixture = openFixture(idp(), { config: { emailVerification: { sendOnSignUp: false } } });
    expect((await come(idp(), fixture, { as: unverified })).error).toBe(null);
    expect(await emailsOf(fixture)).toEqual([]);
  });

  test("is sent neither for a verified email address nor to an existing user", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    expect(await emailsOf(fixture)).toEqual([]);
    const other = openFixture(idp());
    await come(idp(), other, { as: unverified });
    await emailsOf(other);
    other.mailbox.clear();
    await come(idp(), other, { as: unverified });
    expect(await emailsOf(other)).toEqual([]);
  });

  test.each([
    { sendOnSignUp: true, sendOnSignIn: true, first: 1, second: 1 },
    { sendOnSignUp: true, sendOnSignIn: false, first: 1, second: 0 },
    { sendOnSignUp: false, sendOnSignIn: true, first: 1, second: 1 },
    { sendOnSignUp: false, sendOnSignIn: false, first: 0, second: 0 },
  ])("if verification is required: $first at the first sign-in and $second at the next, %j", async (wanted) => {
    const { sendOnSignUp, sendOnSignIn, first, second } = wanted;
    const fixture = openFixture(idp(), {
      config: {
        database: memory(),
        emailAndPassword: { requireEmailVerification: true },
        emailVerification: { sendOnSignUp, sendOnSignIn },
      },
    });
    for (const messages of [first, second]) {
      fixture.mailbox.clear();
      expect((await come(idp(), fixture, { as: unverified })).error).toBe("email_not_verified");
      expect(await emailsOf(fixture)).toEqual(Array(messages).fill(message));
    }
    const answer = await byIdToken(fixture, unverified);
    expect(answer.error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED" });
    expect(await rowsOf(fixture)).toEqual({ users: 1, sessions: 0 });
  });

  test("signs its reader in at the next sign-in, if verification is required", async () => {
    const fixture = openFixture(idp(), { config: { emailAndPassword: { requireEmailVerification: true } } });
    await come(idp(), fixture, { as: unverified });
    await fixture.browser.follow(linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    expect((await come(idp(), fixture, { as: unverified })).error).toBe(null);
    const user = (await fixture.client.getSession()).data?.user;
    expect(user).toMatchObject({ email: ann.email, emailVerified: true });
    expect(await waysOf(fixture, user?.id ?? "")).toEqual(["google"]);
  });
});
