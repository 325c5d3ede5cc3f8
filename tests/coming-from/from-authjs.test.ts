import { expect, test } from "vitest";
import { type AuthjsTables, fromAuthjs } from "../../examples/coming-from/from-authjs.ts";

const idToken = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;
const verified = idToken({ email: "Ada@example.com", email_verified: true });

/** Whether a user with accounts with these ID tokens comes with a verified address. */
function isVerified(tokens: readonly (string | null)[], change: Partial<AuthjsTables["users"][number]> = {}): unknown {
  const accounts = tokens.map((id_token, index) => ({
    userId: 1,
    type: "oidc",
    provider: `provider-${index}`,
    providerAccountId: "1",
    id_token,
  }));
  const users = [{ id: 1, name: "Ada", email: "ada@example.com", ...change }];
  return fromAuthjs({ users, accounts, sessions: [] })[0]?.user.emailVerified;
}

test("an address is verified by a date, or by the ID tokens of all accounts of a user without a password", () => {
  expect(isVerified([], { emailVerified: new Date() })).toBe(true);
  expect(isVerified([verified])).toBe(true);
  expect(isVerified([verified, verified])).toBe(true);
});

test("an address is not verified without a date, by some of the accounts, or for a user with a password", () => {
  expect(isVerified([])).toBe(false);
  expect(isVerified([], { emailVerified: null })).toBe(false);
  expect(isVerified([verified, null])).toBe(false);
  expect(isVerified([verified], { passwordHash: "$2b$04$" })).toBe(false);
});

test("an ID token of another address, of an unverified one or in another form verifies no address", () => {
  expect(isVerified([idToken({ email: "eve@example.com", email_verified: true })])).toBe(false);
  expect(isVerified([idToken({ email: "ada@example.com", email_verified: false })])).toBe(false);
  expect(isVerified([idToken({ email: "ada@example.com" })])).toBe(false);
  for (const token of ["", "opaque", "a.b.c.d.e", "e30.bnVsbA.s"]) expect(isVerified([token])).toBe(false);
  expect(isVerified([idToken({ email_verified: true })], { email: null })).toBe(false);
});

test("tokens, times and scopes of an account are kept in Keyhold's form", () => {
  const account = {
    userId: "a",
    type: "oauth",
    provider: "azure-ad",
    providerAccountId: "7",
    expires_at: "1800000000",
  };
  const tables = { users: [{ id: "a", name: null, email: "a@example.com" }], sessions: [] };
  const others = [
    { ...account, type: "email" },
    { ...account, type: "webauthn" },
  ];
  const [person] = fromAuthjs({ ...tables, accounts: [{ ...account, scope: "openid email" }, ...others] });
  expect(person?.accounts).toEqual([
    {
      providerId: "microsoft",
      accountId: "7",
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: new Date(1_800_000_000_000),
      scope: "openid,email",
    },
  ]);
});
