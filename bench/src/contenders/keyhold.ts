import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { baseURL, type Contender, type OpenOptions, secret } from "./contender.ts";

/** N=16384 r=16 p=1, as in `hashing.ts`. */
const passwordHashing = { algorithm: "scrypt", cost: { logN: 14, blockSize: 16, parallelism: 1 } } as const;

/** Its defaults on its own SQLite adapter; only features that disturb a measurement are off. */
export function open({ file, hash }: OpenOptions): Contender {
  const database = sqlite(file);
  const auth = createAuth({
    secret,
    baseURL,
    database,
    rateLimit: { enabled: false, wrongPasswords: false },
    emailAndPassword: hash === "own" ? { enabled: true } : { enabled: true, passwordHashing },
  });
  return {
    listener: nodeHandler(auth),
    handler: (request) => auth.handler(request),
    getSession: (headers) => auth.api.getSession({}, { headers }),
    async migrate() {
      const plan = await planMigration(database, auth.schema);
      await plan.apply();
    },
  };
}
