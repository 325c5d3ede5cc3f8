import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db";
import { toNodeHandler } from "better-auth/node";
import { admin, organization, username } from "better-auth/plugins";
import type { FreshDatabase } from "../harness/databases.ts";
import { openPeerDatabase } from "./database.ts";
import { type Front, openFront } from "./front.ts";

/** An email that better-auth asked the app to send. */
export interface PeerEmail {
  readonly kind: "verify-email" | "reset-password" | "change-email" | "delete-account" | "invitation";
  readonly to: string;
  /** Of an invitation: its id. */
  readonly token: string;
  /** Of an invitation: "". */
  readonly url: string;
}

export interface PeerOptions {
  readonly database: Pick<FreshDatabase, "type" | "place">;
  /** Where it is served. Default: a front of its own. */
  readonly front?: Front;
  /** Replaces options of better-auth; `emailAndPassword` and the like as a whole. */
  readonly changes?: Pick<BetterAuthOptions, "session" | "advanced" | "trustedOrigins" | "socialProviders"> | undefined;
}

/** The real better-auth 1.2.12 behind `node:http`. */
export interface Peer {
  /** Scheme, host and port; its routes are below `/api/auth`. */
  readonly url: string;
  readonly auth: PeerAuth;
  readonly emails: readonly PeerEmail[];
  close(): Promise<void>;
}

export type PeerAuth = ReturnType<typeof createPeerAuth>;

/** The secret of better-auth: it signs its cookies and its links. */
export const peerSecret = "peer-0c1f6b7a93d84e52a6f0b8d7c4e1935a";

/** Makes the missing tables of better-auth 1.2.12, and serves it. */
export async function startPeer(options: PeerOptions): Promise<Peer> {
  const front = options.front ?? (await openFront());
  const emails: PeerEmail[] = [];
  const database = openPeerDatabase(options.database);
  const auth = createPeerAuth(
    {
      ...options.changes,
      database,
      baseURL: front.url,
      secret: peerSecret,
      rateLimit: { enabled: false },
      logger: { disabled: true },
    },
    (email) => void emails.push(email),
  );
  await (await getMigrations(auth.options)).runMigrations();
  front.serve("peer", toNodeHandler(auth));
  return {
    url: front.url,
    auth,
    emails,
    async close() {
      if (!options.front) await front.close();
      await database.db.destroy();
    },
  };
}

function createPeerAuth(options: BetterAuthOptions, send: (email: PeerEmail) => void) {
  return betterAuth({
    ...options,
    emailAndPassword: {
      enabled: true,
      sendResetPassword: async ({ user, url, token }) => send({ kind: "reset-password", to: user.email, url, token }),
    },
    emailVerification: {
      sendVerificationEmail: async ({ user, url, token }) => send({ kind: "verify-email", to: user.email, url, token }),
    },
    user: {
      changeEmail: {
        enabled: true,
        sendChangeEmailVerification: async ({ user, url, token }) =>
          send({ kind: "change-email", to: user.email, url, token }),
      },
      deleteUser: {
        enabled: true,
        sendDeleteAccountVerification: async ({ user, url, token }) =>
          send({ kind: "delete-account", to: user.email, url, token }),
      },
    },
    plugins: [
      username(),
      admin(),
      organization({
        teams: { enabled: true },
        sendInvitationEmail: async ({ email, id }) => send({ kind: "invitation", to: email, url: "", token: id }),
      }),
    ],
  });
}
