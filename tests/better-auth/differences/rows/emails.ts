import type { Difference } from "../difference.ts";
import { home } from "../old.ts";
import { ada, ben, password } from "../seed.ts";
import { outcome, pathIn, type World } from "../world.ts";

const cleo = { name: "Cleo", email: "cleo@example.com", password };

const askForEmails = async (world: World): Promise<number> => {
  for (let count = 0; count < 4; count += 1)
    await world.browser().post("/forget-password", { email: ada, redirectTo: "/new" });
  return (await world.emailsTo(ada)).length;
};

export const emails: readonly Difference[] = [
  {
    row: "The verification email at sign-up",
    async observe(world) {
      await world.browser().post("/sign-up/email", cleo);
      return world.emailsTo(cleo.email);
    },
    was: [],
    is: ["verify-email"],
    keep: { config: { emailVerification: { sendOnSignUp: false } } },
  },
  {
    row: "Emails that tell of a change",
    async observe(world) {
      await world.ada().post("/change-password", { currentPassword: password, newPassword: "a password of new" });
      return world.emailsTo(ada);
    },
    was: [],
    is: ["password-changed"],
    keep: {
      delivers: (kind) =>
        !["password-changed", "email-changed", "account-linked", "account-unlinked", "username.changed"].includes(kind),
    },
  },
  {
    row: "A verification email for a verified address",
    async observe(world) {
      const answer = await world.browser().post("/send-verification-email", { email: ada });
      return [outcome(answer), await world.emailsTo(ada)];
    },
    was: ["200", ["verify-email"]],
    is: ["200", []],
  },
  {
    row: "Many emails to one address",
    observe: askForEmails,
    was: 4,
    is: 3,
    options: { config: { rateLimit: { enabled: true, limits: { "/forget-password": false } } } },
    keep: { config: { rateLimit: { emails: { windowSeconds: 1, max: 1_000_000 } } } },
  },
  {
    row: "What the link of a verification email does",
    async observe(world) {
      await world.browser().post("/send-verification-email", { email: ben });
      const path = pathIn(await world.lastEmail("verify-email"));
      // A page of the app's own calls `client.verifyEmail`.
      const headers: Record<string, string> = world.isKept ? { accept: "application/json" } : {};
      await world.browser().get(path, { headers });
      return world.all('select "emailVerified" from "user" where "email" = ?', ben)[0]?.emailVerified;
    },
    was: 1,
    is: 0,
    keep: "call",
  },
  {
    row: "Where the link of an email leads without a `callbackURL`",
    async observe(world) {
      const browser = world.ada();
      const wish = world.isKept ? { callbackURL: "/" } : {};
      await browser.post("/change-email", { newEmail: "ada@example.org", ...wish });
      const { status, headers } = await browser.get(pathIn(await world.lastEmail("confirm-email-change")));
      const location = headers.get("location");
      return location === null ? status : new URL(location, home).pathname;
    },
    was: "/",
    is: 200,
    keep: "call",
  },
  {
    row: "Sign-up with a taken address, with `requireEmailVerification`",
    observe: async (world) => outcome(await world.browser().post("/sign-up/email", { ...cleo, email: ada })),
    was: "422 USER_ALREADY_EXISTS",
    is: "200",
    old: { emailAndPassword: { enabled: true, requireEmailVerification: true } },
    options: { config: { emailAndPassword: { requireEmailVerification: true } } },
  },
  {
    row: "`changeEmail` to a taken address",
    observe: async (world) => outcome(await world.ada().post("/change-email", { newEmail: ben })),
    was: "400 COULDNT_UPDATE_YOUR_EMAIL",
    is: "200",
  },
];
