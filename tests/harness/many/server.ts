// A server process of its own, over the published packages: the auth behind node:http, as an app would run it.
import { once } from "node:events";
import { createServer } from "node:http";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { organization } from "@keyhold/organization";
import { redis } from "@keyhold/redis";
import { Redis } from "ioredis";
import { openOneDatabase } from "../processes/open-one.ts";
import { raceConfig } from "../processes/race-config.ts";
import { portOf } from "./round-robin.ts";

export interface ServerSetup {
  readonly type: "postgres" | "mysql";
  readonly place: string;
  /** Null: no secondary storage, and limits in the database. */
  readonly redisUrl: string | null;
}

/** A message to the parent process: the port when it listens, and each email with a token. */
export type ServerMessage = { readonly port: number } | { readonly email: string; readonly token: string };

/** A limit of the tests; each simulated client has its own address. */
export const signInLimit = { windowSeconds: 900, max: 5 } as const;

/** The config of every process, and of the migration. */
export async function openServer({ type, place, redisUrl }: ServerSetup) {
  const database = await openOneDatabase({ type, place }, {});
  const client = redisUrl === null ? null : new Redis(redisUrl, { enableOfflineQueue: false });
  client?.on("error", () => undefined);
  const auth = createAuth({
    ...raceConfig,
    database,
    // On a busy machine the default of 250 would take a late answer for an outage.
    ...(client && { secondaryStorage: redis((name, ...words) => client.call(name, ...words), patience) }),
    rateLimit: { limits: { "/sign-in/email": signInLimit }, ...(client ? {} : { storage: "database" as const }) },
    clientAddress: { trustedProxies: 1 },
    plugins: [organization({ requireEmailVerificationOnInvitation: false, requireEmailVerificationToInvite: false })],
    mail(message) {
      if (message.kind === "reset-password") report({ email: message.to, token: message.token });
    },
    log: ({ level, message, cause }) => {
      // An outage of Redis is part of the run.
      if (level === "error" && !message.startsWith("The secondary storage")) console.error(message, cause ?? "");
    },
  });
  return { auth, database, client };
}

const patience = { timeoutMilliseconds: 2000 };
const report = (message: ServerMessage): void => void process.send?.(message);

const [, , given] = process.argv;
if (process.send && given) await serve(JSON.parse(given));

async function serve(setup: ServerSetup): Promise<void> {
  const { auth, database, client } = await openServer(setup);
  // Before that, limits would count in the database, from zero.
  if (client) await once(client, "ready");
  const server = createServer(nodeHandler(auth));
  server.listen(0, "127.0.0.1", () => report({ port: portOf(server.address()) }));
  // If the parent process was killed, this one must not stay.
  const exit = (): void => process.exit();
  process.on("disconnect", exit);
  process.on("SIGTERM", () => {
    process.off("disconnect", exit);
    server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
    server.close(async () => {
      await auth.idle();
      await database.close();
      client?.disconnect();
      process.disconnect();
    });
  });
}
