import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { admin } from "@keyhold/admin";
import { createAuth, type EmailMessage } from "@keyhold/core";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { social } from "@keyhold/social";
import { username } from "@keyhold/username";
import { cheapHashing } from "../../harness/app.ts";
import { keyholdSecret } from "../keyhold.ts";
import { peerSecret } from "../peer.ts";
import type { Options } from "./difference.ts";
import { inSections } from "./in-sections.ts";
import { home } from "./old.ts";
import type { SentEmail, Server } from "./world.ts";

const base = {
  secret: keyholdSecret,
  baseURL: home,
  emailAndPassword: { enabled: true, passwordHashing: cheapHashing },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  cookies: { continueFrom: { prefix: "better-auth", secret: peerSecret } },
  // Several calls in a row test other features than rate limits.
  rateLimit: { enabled: false, wrongPasswords: false as const },
  log: () => {},
};

/** Keyhold over the same database, with the same app: its routes, its emails, and its existing sessions. */
export async function openOurs(place: string, options: Options, fetch: typeof globalThis.fetch): Promise<Server> {
  const database = sqlite(place);
  const config = inSections(base, options.config ?? {});
  const emails: SentEmail[] = [];
  const mail = (message: EmailMessage): void => {
    if (options.delivers?.(message.kind) === false) return;
    const token = "token" in message ? String(message.token) : "";
    emails.push({ kind: message.kind, to: message.to, url: "url" in message ? message.url : "", token });
  };
  try {
    const auth = createAuth({ ...config, mail, database, plugins: pluginsOf(options, fetch) });
    await (await planMigration(database, auth.schema)).apply();
    return {
      name: "keyhold",
      baseURL: config.baseURL,
      handler: (request) => auth.handler(request),
      emails,
      idle: auth.idle,
      close: () => database.close(),
    };
  } catch (cause) {
    await database.close();
    throw cause;
  }
}

const pluginsOf = (options: Options, fetch: typeof globalThis.fetch): readonly AnyPlugin[] => [
  username(options.username),
  organization(options.organization),
  ...(options.social ? [social({ providers: [], fetch, ...options.social })] : []),
  ...(options.teams ? [teams(options.teams)] : []),
  ...(options.admin ? [admin(options.admin)] : []),
  ...(options.plugins ?? []),
];
