import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { toSession, waitUntil } from "@keyhold/next";
import { publicOptions } from "@keyhold/public-options";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";

export const database = sqlite(process.env.DATABASE_FILE);

export const auth = createAuth({
  appName: "Tea Shop",
  secret: process.env.AUTH_SECRET,
  baseURL: process.env.BASE_URL,
  database,
  emailAndPassword: { enabled: true },
  // In place of a provider.
  mail: async (email) => console.log(`Email "${email.kind}" to ${email.to}: ${"url" in email ? email.url : ""}`),
  waitUntil,
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  plugins: [publicOptions(), username(), twoFactor()],
});

export const session = toSession(auth);
