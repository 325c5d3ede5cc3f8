import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { renderEmail } from "@keyhold/mail";
import { toSession, waitUntil } from "@keyhold/next";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { publicOptions } from "@keyhold/public-options";
import { social } from "@keyhold/social";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { providers } from "./providers.ts";

export const database = sqlite(process.env.DATABASE_FILE);

export const auth = createAuth({
  appName: "Tea Shop",
  secret: process.env.AUTH_SECRET,
  baseURL: process.env.AUTH_URL,
  errorURL: "/sign-in?provider=",
  clientAddress: { trustedProxies: Number(process.env.TRUSTED_PROXIES ?? 0) },
  database,
  emailAndPassword: { enabled: true },
  // In place of a provider.
  mail: async (email) =>
    console.log(`Email to ${email.to}: ${renderEmail(email).subject} ${"url" in email ? email.url : ""}`),
  waitUntil,
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  plugins: [
    publicOptions(),
    username(),
    social({ providers }),
    passkey(),
    twoFactor({
      recovery: { delaySeconds: 86_400 },
      require: (user) => "role" in user && user.role === "admin",
    }),
    organization(),
    teams({ defaultTeam: false, allowRemovingAllTeams: true }),
    admin(),
  ],
});

export const session = toSession(auth);
