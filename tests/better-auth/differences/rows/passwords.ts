import type { Difference } from "../difference.ts";
import { ada, ben, password } from "../seed.ts";
import { stillRunning } from "../still-running.ts";
import { outcome, type World } from "../world.ts";

const newPassword = "a password of new";
const cleo = { name: "Cleo", email: "cleo@example.com" };

const signUpWith = (chosen: string) => async (world: World) =>
  outcome(await world.browser().post("/sign-up/email", { ...cleo, password: chosen }));

/** An account at a provider, as better-auth writes it. */
function linkGoogle(world: World, userId: string): void {
  const columns = '"id", "accountId", "providerId", "userId", "createdAt", "updatedAt"';
  const now = new Date().toISOString();
  world.run(`insert into "account" (${columns}) values ('linked', '119', 'google', ?, ?, ?)`, userId, now, now);
}

const accountsOf = (world: World, userId: string): readonly unknown[] =>
  world
    .all('select "providerId" from "account" where "userId" = ?', userId)
    .map(({ providerId }) => providerId)
    .sort();

async function resetPassword(world: World, email: string): Promise<string> {
  await world.browser().post("/forget-password", { email, redirectTo: "/new" });
  const { token } = await world.lastEmail("reset-password");
  return outcome(await world.browser().post("/reset-password", { token, newPassword }));
}

/** Before the switch an app may mark its trusted addresses as verified. */
export const believe = (world: World, email: string): void =>
  world.run('update "user" set "emailVerified" = 1 where "email" = ?', email);

/** A hash of the app's own making. */
const reversed = (text: string): string => `reversed:${[...text].reverse().join("")}`;

export const passwords: readonly Difference[] = [
  {
    row: "Common passwords",
    observe: signUpWith("password1"),
    was: "200",
    is: "400 PASSWORD_TOO_COMMON",
    keep: { config: { emailAndPassword: { allowCommonPasswords: true } } },
  },
  {
    row: "`maxPasswordLength` below 64",
    observe: signUpWith(newPassword),
    was: "200",
    is: "refused: emailAndPassword.maxPasswordLength",
    old: { emailAndPassword: { enabled: true, maxPasswordLength: 32 } },
    options: { config: { emailAndPassword: { maxPasswordLength: 32 } } },
  },
  {
    row: "`minPasswordLength` below 8",
    observe: signUpWith("f7#kQ2"),
    was: "200",
    is: "refused: emailAndPassword.minPasswordLength",
    old: { emailAndPassword: { enabled: true, minPasswordLength: 6 } },
    options: { config: { emailAndPassword: { minPasswordLength: 6 } } },
  },
  {
    row: "Hashes of passwords in the database",
    async observe(world) {
      await world.signedIn();
      const [account] = world.all('select "password" from "account" where "userId" = ?', world.seed.adaId);
      return /^[0-9a-f]{32}:[0-9a-f]{128}$/.test(String(account?.password));
    },
    was: true,
    is: false,
    keep: stillRunning,
  },
  {
    row: "Hash functions of your own",
    before: {
      old: { emailAndPassword: { enabled: true, password: { hash: async (given) => reversed(given) } } },
      async run(world) {
        await world.browser().post("/sign-up/email", { ...cleo, password });
        return {};
      },
    },
    observe: async (world) => outcome(await world.browser().post("/sign-in/email", { email: cleo.email, password })),
    was: "200",
    is: "401 INVALID_EMAIL_OR_PASSWORD",
    old: {
      emailAndPassword: {
        enabled: true,
        password: { verify: async ({ hash, password: given }) => hash === reversed(given) },
      },
    },
    keep: {
      config: {
        emailAndPassword: {
          passwordVerifiers: [
            {
              name: "reversed",
              recognises: (stored) => stored.startsWith("reversed:"),
              verify: async (stored, given) => stored === reversed(given),
            },
          ],
        },
      },
    },
  },
  {
    row: "A new password where the address is not verified",
    async observe(world) {
      linkGoogle(world, world.seed.benId);
      if (world.isKept) believe(world, ben);
      return [await resetPassword(world, ben), accountsOf(world, world.seed.benId)];
    },
    was: ["200", ["credential", "google"]],
    is: ["200", ["credential"]],
    keep: "call",
  },
  {
    row: "Links that were sent before the switch",
    before: {
      async run(world) {
        await world.browser().post("/forget-password", { email: ada, redirectTo: "/new" });
        await world.browser().post("/send-verification-email", { email: ben });
        const reset = await world.lastEmail("reset-password");
        const verify = await world.lastEmail("verify-email");
        return { resetToken: reset.token, verifyToken: verify.token };
      },
    },
    async observe(world) {
      const { resetToken: token, verifyToken } = world.known;
      const headers = { accept: "application/json" };
      return [
        outcome(await world.browser().post("/reset-password", { token, newPassword })),
        outcome(await world.browser().get(`/verify-email?token=${verifyToken}`, { headers })),
      ];
    },
    was: ["200", "200"],
    is: ["400 INVALID_TOKEN", "401 INVALID_TOKEN"],
    keep: stillRunning,
  },
];
