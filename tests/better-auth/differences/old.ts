import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db";
import { organization, username } from "better-auth/plugins";
import { openPeerDatabase } from "../database.ts";
import { peerSecret } from "../peer.ts";
import type { OldOptions } from "./difference.ts";
import { inSections } from "./in-sections.ts";
import type { SentEmail, Server } from "./world.ts";

export const home = "http://localhost:3000";

/** The real better-auth 1.2.12 over a database, with every email of an app, and no other optional feature. */
export async function openOld(place: string, { organization: given, ...changes }: OldOptions = {}): Promise<Server> {
  const { db, type } = openPeerDatabase({ type: "sqlite", place });
  const emails: SentEmail[] = [];
  const send = (kind: string) => async (email: { user: { email: string }; url: string; token: string }) => {
    emails.push({ kind, to: email.user.email, url: email.url, token: email.token });
  };
  const base = {
    baseURL: home,
    secret: peerSecret,
    database: { db, type },
    logger: { disabled: true },
    onAPIError: { onError: () => {} },
    emailAndPassword: { enabled: true, sendResetPassword: send("reset-password") },
    emailVerification: { sendVerificationEmail: send("verify-email") },
    user: {
      changeEmail: { enabled: true, sendChangeEmailVerification: send("confirm-email-change") },
      deleteUser: { enabled: true },
    },
  } satisfies BetterAuthOptions;
  const sendInvitationEmail = async ({ email, id }: { email: string; id: string }) => {
    emails.push({ kind: "organization.invitation", to: email, url: "", token: id });
  };
  const plugins = [username(), organization({ sendInvitationEmail, ...given }), ...(changes.plugins ?? [])];
  const auth = betterAuth({ ...inSections(base, changes), plugins });
  await (await getMigrations(auth.options)).runMigrations();
  return {
    name: "better-auth",
    baseURL: changes.baseURL ?? home,
    handler: auth.handler,
    emails,
    idle: async () => {},
    close: () => db.destroy(),
  };
}
