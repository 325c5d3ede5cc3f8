import { bool, definePlugin, type Plugin, text, userModel } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { type GoogleProfile, google } from "@keyhold/social/google";
import type { MappedUser } from "@keyhold/social/provider";
import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import { describe, expect, test } from "vitest";
import { comeBack, setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withClaims } from "./faults.ts";
import { ann, come, type FixtureOptions, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();

/** Columns that are input of a sign-up, and `role`, which is not. */
const profileColumns = (): Plugin =>
  definePlugin({
    id: "profile",
    extends: {
      user: {
        columns: { city: text().optional().input(), role: text().optional(), isTall: bool().optional().input() },
      },
    },
  });

const countryColumn = (): Plugin =>
  definePlugin({ id: "country", extends: { user: { columns: { country: text().input() } } } });
const languageColumn = (): Plugin =>
  definePlugin({
    id: "language",
    extends: {
      user: {
        columns: {
          language: text()
            .initially(() => "en")
            .input(),
        },
      },
    },
  });

type Mapper = (profile: GoogleProfile) => unknown;

/** An auth with usernames and a `mapProfileToUser`. */
function openMapped(map: Mapper, plugins: readonly Plugin[] = []) {
  const { clientId, clientSecret, fetch } = idp();
  const provider = google({ clientId, clientSecret, mapProfileToUser: (profile) => map(profile) as MappedUser });
  const fixture = createTestAuth({
    plugins: [social({ providers: [provider], fetch }), username(), profileColumns(), ...plugins],
    clientPlugins: [socialClient()],
  });
  idp().useClock(fixture.clock.now);
  return fixture;
}

/** The created user. */
async function signUpMapped(map: Mapper, plugins: readonly Plugin[] = []) {
  const fixture = openMapped(map, plugins);
  const { error } = await come(idp(), fixture);
  await fixture.auth.idle();
  const user = (await fixture.db.find(userModel, {})) as Readonly<Record<string, unknown>> | null;
  return { error, user, fixture };
}

describe("the output of mapProfileToUser", () => {
  test("gives a new user name, image, and columns of plugins", async () => {
    const { user } = await signUpMapped(({ given_name, sub }: GoogleProfile & { given_name?: string }) => ({
      name: `Dr. ${given_name}`,
      image: `https://avatars.example/${sub}`,
      username: "Ann_1",
      city: "Paris",
      isTall: true,
    }));
    expect(user).toMatchObject({
      name: "Dr. Ann",
      image: "https://avatars.example/118",
      username: "ann_1",
      displayUsername: "Ann_1",
      city: "Paris",
      isTall: true,
      email: ann.email,
      emailVerified: true,
    });
  });

  test("may be undefined", async () => {
    for (const nothing of [{}, null, undefined, { name: undefined, image: undefined, city: undefined }]) {
      expect((await signUpMapped(() => nothing)).user).toMatchObject({ name: ann.name, image: null, city: null });
    }
  });

  test("may clear the image, or the value of a column", async () => {
    const { error, user } = await signUpMapped(() => ({ image: null, city: null, username: null }));
    expect(error).toBe(null);
    expect(user).toMatchObject({ image: null, city: null, username: null });
  });

  test("sets no column that is not input of a sign-up", async () => {
    const { user } = await signUpMapped(() => ({
      id: "chosen",
      email: "other@example.com",
      emailVerified: false,
      role: "admin",
      createdAt: new Date(0),
      password: "x",
      unknownColumn: "x",
      __proto__: { role: "admin" },
    }));
    expect(user).toMatchObject({ email: ann.email, emailVerified: true, role: null });
    expect(user?.id).not.toBe("chosen");
    expect(user?.createdAt).not.toEqual(new Date(0));
    expect(user).not.toHaveProperty("unknownColumn");
    expect(user).not.toHaveProperty("password");
  });

  test("verifies no email address, and sets one only if the provider has none", async () => {
    idp().fail(withClaims({ email: undefined }));
    const mapped = { email: "Made-Up@Example.COM", emailVerified: true };
    expect((await signUpMapped(() => mapped)).user).toMatchObject({
      email: "made-up@example.com",
      emailVerified: false,
    });
    for (const email of ["", "a@x.io,b@x.io", 5, { at: "x.io" }, "118@"]) {
      expect(await signUpMapped(() => ({ email }))).toMatchObject({ error: "email_not_found", user: null });
    }
  });

  test("signs in to no existing user by its email address", async () => {
    idp().fail(withClaims({ email: undefined }));
    const fixture = openMapped(() => ({ email: ann.email }));
    const { user, client } = await fixture.signUp(ann.email);
    await fixture.db.update(userModel, user.id, { emailVerified: true });
    expect((await come(idp(), fixture)).error).toBe("account_not_linked");
    expect((await client.getSession()).data?.user.id).toBe(user.id);
  });

  test.each<[string, unknown, string]>([
    ["a megabyte", "x".repeat(1_000_000), "x".repeat(255)],
    ["several lines", "Ann\r\nBcc: all@example.com", "Ann Bcc: all@example.com"],
    ["a number", 5, ann.name],
    ["an object", { first: "Ann" }, ann.name],
    ["blanks", " \t\u2028 ", ann.name],
  ])("is no name as it comes, when it is %s", async (_, name, kept) => {
    const { error, user } = await signUpMapped(() => ({ name }));
    expect(error).toBe(null);
    expect(user?.name).toBe(kept);
  });

  test.each([
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    `https://x.example/${"a".repeat(3000)}`,
    "not a url",
    5,
    { url: "x" },
  ])("is no image that is no URL of the web: %j", async (image) => {
    const { error, user } = await signUpMapped(() => ({ image }));
    expect(error).toBe(null);
    expect(user?.image).toBe(null);
  });

  test.each<[string, unknown]>([
    ["city", 5],
    ["isTall", "yes"],
    ["city", "x".repeat(3000)],
    ["username", 5],
    ["username", "a b"],
    ["username", "ab"],
    ["username", "ann+news"],
  ])("creates the user without an optional column %s that is invalid, and logs a warning: %j", async (name, value) => {
    const { error, user, fixture } = await signUpMapped(() => ({ username: "ann_1", city: "Paris", [name]: value }));
    expect(error).toBe(null);
    expect(user).toMatchObject({ email: ann.email, username: "ann_1", city: "Paris", isTall: null, [name]: null });
    expect(fixture.logged).toEqual([
      {
        level: "warning",
        message: expect.stringContaining(`The sign-up with Google leaves the column "${name}" out`),
      },
    ]);
    if (typeof value === "string") expect(fixture.logged[0]?.message).not.toContain(value);
  });

  test.each<[object, string]>([
    [{ country: 5 }, "unable_to_create_user"],
    [{ country: null }, "unable_to_create_user"],
  ])("creates no user if a required column is invalid: %j", async (mapped, code) => {
    const { error, user, fixture } = await signUpMapped(() => mapped, [countryColumn()]);
    expect({ error, user }).toEqual({ error: code, user: null });
    expect(fixture.events).toEqual([
      expect.objectContaining({ type: "social.failed", code, explanation: expect.stringContaining("country") }),
    ]);
  });

  test("leaves a column with a default to its default if it is invalid", async () => {
    const { user } = await signUpMapped(() => ({ language: 5 }), [languageColumn()]);
    expect(user).toMatchObject({ language: "en" });
  });

  test("creates no user with a taken username", async () => {
    const fixture = openMapped(() => ({ username: "Bob" }));
    await fixture.signUp("bob@example.com", { username: "bob" });
    expect((await come(idp(), fixture)).error).toBe("unable_to_create_user");
    const token = await idp().idToken("google", ann);
    const answer = await fixture.client.signIn.social({ provider: "google", idToken: { token } });
    expect(answer.error).toMatchObject({ status: 422, code: "UNABLE_TO_CREATE_USER" });
    expect(await fixture.db.count(userModel, {})).toBe(1);
  });

  test("is not requested for an existing user", async () => {
    let asked = 0;
    const fixture = openMapped(() => ({ name: `Ann ${++asked}` }));
    await come(idp(), fixture);
    await come(idp(), fixture, { at: fixture.visit() });
    expect(asked).toBe(1);
    expect(await fixture.db.find(userModel, {})).toMatchObject({ name: "Ann 1" });
  });

  test.each([
    ["an error", new Error("no such field"), "no such field"],
    ["undefined", undefined, "undefined"],
    ["null", null, "object"],
  ])(
    "fails the sign-up when it throws %s: no user is created, and the failure is logged",
    async (_, thrown, logged) => {
      const { error, user, fixture } = await signUpMapped(() => {
        throw thrown;
      });
      expect({ error, user }).toEqual({ error: "internal_server_error", user: null });
      expect(fixture.logged).toEqual([expect.objectContaining({ cause: expect.stringContaining(logged) })]);
    },
  );
});

describe("name and image of the provider", () => {
  const renamed = { ...ann, name: "Ann Married", picture: "https://x.example/new.png" };
  const openOverriding = (options: FixtureOptions["google"] = {}) =>
    openFixture(idp(), { google: { overrideUserInfoOnSignIn: true, ...options } });
  const userOf = async (fixture: ReturnType<typeof openFixture>) => await fixture.db.find(userModel, {});

  test.each<[string, object, object]>([
    ["a name of ten thousand letters", { name: "x".repeat(10_000) }, { name: "x".repeat(255) }],
    ["markup", { name: "<script>alert(1)</script>" }, { name: "<script>alert(1)</script>" }],
    ["lines of a header", { name: "Ann\r\nBcc: all@example.com" }, { name: "Ann Bcc: all@example.com" }],
    ["no name", { name: undefined }, { name: "ann" }],
    ["a name that is none", { name: { first: "Ann" } }, { name: "ann" }],
    ["a script", { picture: "javascript:alert(1)" }, { image: null }],
    ["a whole picture", { picture: `data:image/png;base64,${"A".repeat(5000)}` }, { image: null }],
    ["an endless address", { picture: `https://x.example/${"a".repeat(2048)}` }, { image: null }],
    ["a relative address", { picture: "/ann.png" }, { image: null }],
  ])("are kept as far as they can be shown: %s", async (_, claimed, kept) => {
    idp().fail(withClaims({ ...claimed }));
    const fixture = openFixture(idp());
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(await userOf(fixture)).toMatchObject(kept);
  });

  test("stay as they were at the sign-up, unless the app updates them at each sign-in", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    await come(idp(), fixture, { as: renamed });
    expect(await userOf(fixture)).toMatchObject({ name: ann.name, image: null });
  });

  test("are updated at each sign-in if the app wants it, the email address never", async () => {
    const fixture = openOverriding();
    await come(idp(), fixture);
    await come(idp(), fixture, { as: { ...renamed, email: "new@example.com" } });
    expect(await userOf(fixture)).toMatchObject({ name: renamed.name, image: renamed.picture, email: ann.email });
    expect((await fixture.client.getSession()).data?.user.name).toBe(renamed.name);
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ type: "user.updated", changed: ["name", "image"] }),
    );
  });

  test("are updated from mapProfileToUser", async () => {
    const fixture = openOverriding({
      mapProfileToUser: ({ name }) => ({ name: name?.toUpperCase() ?? "", image: null }),
    });
    await come(idp(), fixture);
    await come(idp(), fixture, { as: renamed });
    expect(await userOf(fixture)).toMatchObject({ name: "ANN MARRIED", image: null });
  });

  test("stay if the provider has none", async () => {
    const fixture = openOverriding();
    await come(idp(), fixture, { as: renamed });
    await come(idp(), fixture, { as: { ...renamed, name: " ", picture: null } });
    expect(await userOf(fixture)).toMatchObject({ name: renamed.name, image: renamed.picture });
  });

  test("are updated by an identity that is linked to an existing user", async () => {
    const fixture = openOverriding();
    const { user } = await fixture.signUp(ann.email, { name: "Old Name" });
    await fixture.db.update(userModel, user.id, { emailVerified: true });
    await come(idp(), fixture);
    expect(await userOf(fixture)).toMatchObject({ name: ann.name });
  });
});

describe("a new user is rejected", () => {
  const never = { google: { disableSignUp: true } } satisfies FixtureOptions;
  const onlyAsked = { google: { disableImplicitSignUp: true } } satisfies FixtureOptions;

  test("with disableSignUp, requested or not; an existing user is signed in", async () => {
    const fixture = openFixture(idp(), never);
    for (const body of [{}, { requestSignUp: true }]) {
      expect((await come(idp(), fixture, { body })).error).toBe("signup_disabled");
    }
    await fixture.signUp(ann.email);
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(await fixture.db.count(userModel, {})).toBe(1);
  });

  test("with disableImplicitSignUp and without requestSignUp", async () => {
    const fixture = openFixture(idp(), onlyAsked);
    expect((await come(idp(), fixture)).error).toBe("signup_disabled");
    expect(await fixture.db.count(userModel, {})).toBe(0);
    expect((await come(idp(), fixture, { body: { requestSignUp: true } })).error).toBe(null);
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test("if only the callback has requestSignUp: the start of the flow counts", async () => {
    const fixture = openFixture(idp(), onlyAsked);
    const sent = await idp().authorize(await setOut(fixture, { provider: "google" }), { as: ann });
    const landing = await comeBack(fixture, { ...sent, url: `${sent.url}&requestSignUp=true` });
    expect(landing.error).toBe("signup_disabled");
  });

  test.each([
    ["never", never, false],
    ["never, though asked", never, true],
    ["not asked", onlyAsked, false],
  ])("by an ID token alike: %s", async (_, options, requestSignUp) => {
    const fixture = openFixture(idp(), options);
    const token = await idp().idToken("google", ann);
    const answer = await fixture.client.signIn.social({ provider: "google", idToken: { token }, requestSignUp });
    expect(answer.error).toMatchObject({ status: 401, code: "SIGNUP_DISABLED" });
    expect(await fixture.db.count(userModel, {})).toBe(0);
  });
});
