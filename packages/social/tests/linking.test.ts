import { memory } from "@keyhold/adapter-memory";
import type { User } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { type Browser, linkIn } from "@keyhold/testing";
import type { Person } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, type Fixture, openFixture, plantAccount, waysOf } from "./fixture.ts";

/** The identity, the user with that email address, and the config. */
interface Case {
  /** Whether the identity is an account already. */
  readonly identity: "known" | "new";
  /** The user with the email address; contested: a second client also tried to sign up with the address. */
  readonly local: "none" | "unproven" | "contested" | "proven";
  /** What the provider says of the email address: verified, unverified, or no address. */
  readonly provider: "proves" | "claims" | "is silent";
  readonly isTrusted: boolean;
  readonly isLinking: boolean;
  readonly isVerificationRequired: boolean;
}

type Decision =
  | "signs in"
  | "links"
  | "claims the account"
  | "signs up"
  | "signs up, and must verify the address first";
type ProviderError = "account_not_linked" | "email_not_found" | "email_not_verified";

interface Line {
  readonly when: { readonly [K in keyof Case]?: Case[K] | readonly Case[K][] };
  readonly outcome: Decision | ProviderError;
}

const unverified = ["unproven", "contested"] as const;
const silent = ["claims", "is silent"] as const;
const taken = [...unverified, "proven"] as const;
const distrusted = { identity: "new", local: "proven", provider: "claims", isLinking: true, isTrusted: false } as const;

/** The outcome of each combination. A field that a line leaves out does not matter. */
const lines: readonly Line[] = [
  { when: { identity: "known", local: "proven" }, outcome: "signs in" },
  { when: { identity: "known", local: unverified, provider: "proves" }, outcome: "claims the account" },
  {
    when: { identity: "known", local: unverified, provider: silent, isVerificationRequired: false },
    outcome: "signs in",
  },
  {
    when: { identity: "known", local: unverified, provider: silent, isVerificationRequired: true },
    outcome: "email_not_verified",
  },
  { when: { identity: "new", provider: "is silent" }, outcome: "email_not_found" },
  { when: { identity: "new", local: "none", provider: "proves" }, outcome: "signs up" },
  { when: { identity: "new", local: "none", provider: "claims", isVerificationRequired: false }, outcome: "signs up" },
  {
    when: { identity: "new", local: "none", provider: "claims", isVerificationRequired: true },
    outcome: "signs up, and must verify the address first",
  },
  {
    when: { identity: "new", local: taken, provider: "proves", isLinking: false },
    outcome: "account_not_linked",
  },
  {
    when: { identity: "new", local: taken, provider: "claims", isLinking: false, isVerificationRequired: false },
    outcome: "account_not_linked",
  },
  // As with a free address: the answer does not tell that the address is taken.
  {
    when: { identity: "new", local: taken, provider: "claims", isLinking: false, isVerificationRequired: true },
    outcome: "email_not_verified",
  },
  { when: { identity: "new", local: unverified, provider: "proves", isLinking: true }, outcome: "claims the account" },
  {
    when: { identity: "new", local: unverified, provider: "claims", isLinking: true, isVerificationRequired: false },
    outcome: "account_not_linked",
  },
  {
    when: { identity: "new", local: unverified, provider: "claims", isLinking: true, isVerificationRequired: true },
    outcome: "email_not_verified",
  },
  { when: { identity: "new", local: "proven", provider: "proves", isLinking: true }, outcome: "links" },
  {
    when: { identity: "new", local: "proven", provider: "claims", isLinking: true, isTrusted: true },
    outcome: "links",
  },
  {
    when: { ...distrusted, isVerificationRequired: false },
    outcome: "account_not_linked",
  },
  {
    when: { ...distrusted, isVerificationRequired: true },
    outcome: "email_not_verified",
  },
];

const both = [true, false] as const;
const cases: readonly Case[] = (["known", "new"] as const)
  .flatMap((identity) => (["none", "unproven", "contested", "proven"] as const).map((local) => ({ identity, local })))
  .filter(({ identity, local }) => identity === "new" || local !== "none")
  .flatMap((one) => (["proves", "claims", "is silent"] as const).map((provider) => ({ ...one, provider })))
  .flatMap((one) => both.map((isTrusted) => ({ ...one, isTrusted })))
  .flatMap((one) => both.map((isLinking) => ({ ...one, isLinking })))
  .flatMap((one) => both.map((isVerificationRequired) => ({ ...one, isVerificationRequired })));

const fits = (one: Case, { when }: Line): boolean =>
  Object.entries(when).every(([name, wanted]) => [wanted].flat().includes(one[name as keyof Case]));

const describeCase = ({ identity, local, provider, isTrusted, isLinking, isVerificationRequired }: Case): string =>
  [
    `${identity} identity`,
    `local address ${local}`,
    `provider ${provider}`,
    isTrusted ? "trusted" : "not trusted",
    isLinking ? "linking" : "no linking",
    isVerificationRequired ? "verification required" : "verification not required",
  ].join(", ");

const password = "the password of whoever was first";
const idp = useIdentityProvider();

function open({ isTrusted, isLinking, isVerificationRequired }: Case, database: Database): Fixture {
  return openFixture(idp(), {
    social: { linking: { enabled: isLinking, trustedProviders: isTrusted ? ["google"] : [] } },
    config: {
      database,
      emailAndPassword: { requireEmailVerification: isVerificationRequired },
      emailVerification: { autoSignIn: true },
    },
  });
}

/** The user with the address: with accounts of every kind and a pending email of every kind. */
interface Present {
  readonly userId: string;
  readonly browser: Browser;
  /** Whether the user is signed in there. */
  readonly hasSession: boolean;
  readonly resetToken: string;
  readonly verifyLink: URL;
}

async function settle(fixture: Fixture, { identity, local }: Case, database: Database): Promise<Present> {
  const { browser } = fixture.visit();
  const signedUp = await browser.post("/sign-up/email", { name: "First", email: ann.email, password });
  const { user } = await signedUp.json();
  const verifyLink = linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" }));
  if (local === "proven") {
    fixture.clock.forward({ seconds: 1 });
    await browser.follow(verifyLink);
    // The browser that followed the email knows the password: the sign-in confirms that the user created the account.
    await browser.post("/sign-in/email", { email: ann.email, password });
  }
  if (local === "contested") {
    const strict = openFixture(idp(), { config: { database, emailAndPassword: { requireEmailVerification: true } } });
    await strict.browser.post("/sign-up/email", { name: "Second", email: ann.email, password: "another password" });
    await strict.auth.idle();
  }
  await plantAccount(fixture, user.id, { providerId: "example", accountId: "planted" });
  if (identity === "known") await plantAccount(fixture, user.id, { providerId: "google", accountId: ann.subject });
  await browser.post("/forget-password", { email: ann.email });
  const { token: resetToken } = await fixture.mailbox.waitFor(ann.email, { kind: "reset-password" });
  return { userId: user.id, browser, hasSession: await isSignedIn(browser), resetToken, verifyLink };
}

const sessionAt = async (browser: Browser): Promise<{ readonly user: User } | null> =>
  (await browser.get("/get-session")).json();
const isSignedIn = async (browser: Browser): Promise<boolean> => (await sessionAt(browser)) !== null;

const answers: Readonly<Record<Case["provider"], Partial<Person>>> = {
  proves: { emailVerified: true },
  claims: { emailVerified: false },
  "is silent": { email: null },
};

/** Which credentials still sign in to the user. */
async function openings(fixture: Fixture, { browser, resetToken }: Present) {
  const byPassword = await fixture.visit().browser.post("/sign-in/email", { email: ann.email, password });
  const reset = { token: resetToken, newPassword: "the password of an old letter" };
  return {
    session: await isSignedIn(browser),
    // The error EMAIL_NOT_VERIFIED implies that the password was right.
    password: byPassword.ok || (await byPassword.json()).code === "EMAIL_NOT_VERIFIED",
    resetLink: (await fixture.visit().browser.post("/reset-password", reset)).ok,
  };
}

test("every case matches one line, and every line matches a case", () => {
  expect(cases.filter((one) => lines.filter((line) => fits(one, line)).length !== 1).map(describeCase)).toEqual([]);
  expect(lines.filter((line) => !cases.some((one) => fits(one, line)))).toEqual([]);
});

const decided = cases.map((one) => ({
  one,
  end: lines.find((line) => fits(one, line))?.outcome,
  what: describeCase(one),
}));

describe("an identity with an email address that no user has:", () => {
  test.each(decided.filter(({ one }) => one.local === "none"))("$what: $end", async ({ one, end }) => {
    const fixture = open(one, memory());
    const landing = await come(idp(), fixture, { as: { ...ann, ...answers[one.provider] } });
    const isIn = end === "signs up";
    const isVerificationNeeded = end === "signs up, and must verify the address first";
    const isCreated = isIn || isVerificationNeeded;
    const refusal = isVerificationNeeded ? "email_not_verified" : end;
    expect(landing.error).toBe(isIn ? null : refusal);
    const isVerified = one.provider === "proves";
    const user = await fixture.db.find(userModel, { email: ann.email });
    if (isCreated) expect(user).toMatchObject({ emailVerified: isVerified, name: ann.name });
    else expect(user).toBe(null);
    expect((await sessionAt(fixture.browser))?.user.id).toBe(isIn ? user?.id : undefined);
    expect(await fixture.db.count(sessionModel, {})).toBe(isIn ? 1 : 0);
    expect(user && (await waysOf(fixture, user.id))).toEqual(isCreated ? ["google"] : null);
    await fixture.auth.idle();
    expect(fixture.mailbox.messages.map(({ kind }) => kind)).toEqual(isCreated && !isVerified ? ["verify-email"] : []);
  });
});

describe("an identity with the email address of a user:", () => {
  test.each(decided.filter(({ one }) => one.local !== "none"))("$what: $end", async ({ one, end }) => {
    const database = memory();
    const fixture = open(one, database);
    const present = await settle(fixture, one, database);
    const landing = await come(idp(), fixture, { as: { ...ann, ...answers[one.provider] } });
    await fixture.auth.idle();

    const isIn = end === "signs in" || end === "links" || end === "claims the account";
    const isClaimed = end === "claims the account";
    expect(landing.error).toBe(isIn ? null : end);
    expect((await sessionAt(fixture.browser))?.user.id).toBe(isIn ? present.userId : undefined);
    const user = await fixture.db.find(userModel, { id: present.userId });
    expect(user).toMatchObject({ email: ann.email, emailVerified: isClaimed || one.local === "proven" });
    expect(await fixture.db.count(userModel, {})).toBe(1);
    const hasGoogle = one.identity === "known" || end === "links";
    const ways = ["credential", "example", ...(hasGoogle ? ["google"] : [])];
    expect(await waysOf(fixture, present.userId)).toEqual(isClaimed ? ["google"] : ways);
    if (isClaimed) {
      const follower = fixture.visit().browser;
      await follower.follow(present.verifyLink);
      expect(await isSignedIn(follower)).toBe(false);
    }
    expect(await openings(fixture, present)).toEqual({
      session: present.hasSession && !isClaimed,
      password: !isClaimed,
      resetLink: !isClaimed,
    });
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([]);
  });
});
