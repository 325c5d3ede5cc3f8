import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SecondaryStorage } from "better-auth";
import { getSessionCookie } from "better-auth/cookies";
import { peerSecret } from "../../peer.ts";
import type { Difference } from "../difference.ts";
import { ada, password } from "../seed.ts";
import { stillRunning } from "../still-running.ts";
import { daysAgo, outcome, type World, whoIs } from "../world.ts";

const https = "https://app.example.com";
const day = 86_400;

/** Gives Ada so many further sessions that one more exceeds the maximum. */
function fillSessions(world: World): void {
  const columns = '"id", "expiresAt", "token", "createdAt", "updatedAt", "userId"';
  for (let count = 0; count < 99; count += 1) {
    const dates = [daysAgo(-1), `token-${count}`, daysAgo(2), daysAgo(2)];
    world.run(`insert into "session" (${columns}) values (?, ?, ?, ?, ?, ?)`, `${count}`, ...dates, world.seed.adaId);
  }
}

const sessionsOfAda = (world: World) => world.all('select * from "session" where "userId" = ?', world.seed.adaId);

/** better-auth takes every address for 127.0.0.1 where it is tested, so another process asks it. */
async function addressAtOld(): Promise<unknown> {
  const script = join(import.meta.dirname, "../old-address.ts");
  const env = { ...process.env, NODE_ENV: "production", TEST: "", VITEST: "" };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  return JSON.parse(stdout);
}

const stored = new Map<string, string>();
const secondaryStorage: SecondaryStorage = {
  get: (key) => stored.get(key) ?? null,
  set: (key, value) => void stored.set(key, value),
  delete: (key) => void stored.delete(key),
};

export const sessions: readonly Difference[] = [
  {
    row: "Sessions that are open at the switch",
    observe: (world) => whoIs(world.ada()),
    was: ada,
    is: null,
    options: { config: { cookies: { continueFrom: undefined } } },
    keep: { config: { cookies: { continueFrom: { prefix: "better-auth", secret: peerSecret } } } },
  },
  {
    row: "Sessions in a secondary storage",
    before: {
      old: (isKept) => ({ secondaryStorage, session: { storeSessionInDatabase: isKept } }),
      run: async (world) => Object.fromEntries((await world.signedIn()).jar),
    },
    observe: (world) => whoIs(world.browser(world.known)),
    was: ada,
    is: null,
    old: { secondaryStorage },
    keep: "call",
  },
  {
    row: "Names of cookies",
    observe: async (world) => [...(await world.signedIn()).jar.keys()],
    was: ["__Secure-better-auth.session_token"],
    is: ["__Host-keyhold.session_token"],
    old: { baseURL: https },
    options: { config: { baseURL: https } },
    keep: stillRunning,
  },
  {
    row: "Tokens of sessions in the database",
    async observe(world) {
      const { body } = await world.browser().post("/sign-in/email", { email: ada, password });
      return sessionsOfAda(world).some(({ token }) => token === body?.token);
    },
    was: true,
    is: false,
    keep: stillRunning,
  },
  {
    row: "`getSessionCookie()` of better-auth",
    async observe(world) {
      const cookie = (await world.signedIn()).cookieHeader();
      const options = world.isKept ? { cookiePrefix: "__Host-keyhold" } : {};
      return getSessionCookie(new Request(https, { headers: { cookie } }), options) !== null;
    },
    was: true,
    is: false,
    old: { baseURL: https },
    options: { config: { baseURL: https } },
    keep: "call",
  },
  {
    row: "How long visits prolong a session",
    async observe(world) {
      world.run('update "session" set "createdAt" = ?, "updatedAt" = ?', daysAgo(31), daysAgo(1));
      return whoIs(world.ada());
    },
    was: ada,
    is: null,
    keep: { config: { session: { absoluteExpiresInSeconds: 36_500 * day } } },
  },
  {
    row: "Sessions of one user",
    async observe(world) {
      fillSessions(world);
      await world.signedIn();
      return sessionsOfAda(world).length;
    },
    was: 101,
    is: 100,
    keep: { config: { session: { maxSessionsPerUser: Number.POSITIVE_INFINITY } } },
  },
  {
    row: "Fresh sessions",
    async observe(world) {
      world.run('update "session" set "createdAt" = ?, "updatedAt" = ?', daysAgo(2), daysAgo(0.5));
      return outcome(await world.ada().post("/change-email", { newEmail: "ada@example.org" }));
    },
    was: "200",
    is: "403 SESSION_IS_NOT_FRESH",
    keep: { config: { session: { freshAgeSeconds: 0 } } },
  },
  {
    row: "A sign-in in a browser that is signed in",
    async observe(world) {
      await world.ada().post("/sign-in/email", { email: ada, password });
      return sessionsOfAda(world).length;
    },
    was: 2,
    is: 1,
  },
  {
    row: "Other sessions after `changePassword`",
    async observe(world) {
      const other = await world.signedIn();
      const wish = world.isKept ? { revokeOtherSessions: false } : {};
      await world
        .ada()
        .post("/change-password", { currentPassword: password, newPassword: "a password of new", ...wish });
      return whoIs(other);
    },
    was: ada,
    is: null,
    keep: "call",
  },
  {
    row: "Sessions after `resetPassword`",
    async observe(world) {
      const browser = world.browser();
      await browser.post("/forget-password", { email: ada, redirectTo: "/new" });
      const { token } = await world.lastEmail("reset-password");
      await browser.post("/reset-password", { token, newPassword: "a password of new" });
      return whoIs(world.ada());
    },
    was: ada,
    is: null,
    keep: { config: { emailAndPassword: { revokeSessionsOnPasswordReset: false } } },
  },
  {
    row: "`token` in `listSessions`",
    async observe(world) {
      const { body } = await world.browser().post("/sign-in/email", { email: ada, password });
      const { text } = await world.ada().get("/list-sessions");
      return text.includes(String(body?.token));
    },
    was: true,
    is: false,
  },
  {
    row: "Address of the client behind a proxy",
    async observe(world) {
      if (world.server.name === "better-auth") return addressAtOld();
      const headers = { "x-forwarded-for": "203.0.113.7" };
      const browser = world.browser();
      await browser.post("/sign-in/email", { email: ada, password }, { headers });
      return (await browser.get("/get-session")).body?.session?.ipAddress;
    },
    was: "203.0.113.7",
    is: null,
    keep: { config: { clientAddress: { trustedProxies: 1 } } },
  },
  {
    row: "Calls about a session that is gone",
    observe: async (world) => [
      outcome(await world.browser().post("/sign-out")),
      outcome(await world.ada().post("/revoke-session", { token: "unknown" })),
    ],
    was: ["400 FAILED_TO_GET_SESSION", "400 SESSION_NOT_FOUND"],
    is: ["200", "200"],
  },
];
