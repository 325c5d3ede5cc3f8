import { planMigration } from "@keyhold/adapter-kysely";
import { admin } from "@keyhold/admin";
import { type AuthConfig, createAuth, type EmailMessage } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { username } from "@keyhold/username";
import type { FreshDatabase } from "../harness/databases.ts";
import { openDatabase } from "../harness/processes/open.ts";
import type { Front } from "./front.ts";
import { peerSecret } from "./peer.ts";

export interface KeyholdOptions {
  readonly database: Pick<FreshDatabase, "type" | "place">;
  readonly front: Front;
  /** Replaces whole sections of the config. */
  readonly changes?: Partial<Omit<AuthConfig, "database" | "plugins" | "mail" | "onEvent" | "hooks">> | undefined;
}

/** Keyhold behind the same front, over the tables of better-auth. */
export interface Keyhold {
  readonly auth: ReturnType<typeof create>["auth"];
  readonly messages: readonly EmailMessage[];
  close(): Promise<void>;
}

export const keyholdSecret = "keyhold-7d2e94b1c06f58a3e1d7042b9f6ca8e5";

/** Adds missing tables and columns, and serves Keyhold at the front's "keyhold" side. */
export async function startKeyhold(options: KeyholdOptions): Promise<Keyhold> {
  const { auth, database, messages } = create(options);
  await (await planMigration(database, auth.schema)).apply();
  options.front.serve("keyhold", nodeHandler(auth));
  return {
    auth,
    messages,
    async close() {
      await auth.idle();
      await database.close();
    },
  };
}

function create({ front, changes, ...options }: KeyholdOptions) {
  const messages: EmailMessage[] = [];
  const database = openDatabase(options.database);
  const auth = createAuth({
    secret: keyholdSecret,
    baseURL: front.url,
    database,
    mail: (message: EmailMessage) => void messages.push(message),
    emailAndPassword: { enabled: true },
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    cookies: { continueFrom: { prefix: "better-auth", secret: peerSecret } },
    rateLimit: { enabled: false, wrongPasswords: false },
    plugins: [username(), admin(), organization(), teams()],
    ...changes,
  });
  return { auth, database, messages };
}
