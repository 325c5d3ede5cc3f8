// A server process: signs users up on request, with the published packages.

import { createAuth } from "@keyhold/core";
import { announceReady } from "../../../../tests/harness/processes/announce-ready.ts";
import { dieAt } from "../../../../tests/harness/processes/die.ts";
import { openOneDatabase } from "../../../../tests/harness/processes/open-one.ts";

export interface Job {
  readonly emails: readonly string[];
}
export interface Setup {
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  /** The step at which the process is killed; 0: never. */
  readonly dieAt: number;
}

const setup: Setup = JSON.parse(process.argv[2] ?? "{}");
const database = await openOneDatabase(setup);
const auth = createAuth({
  secret: "only for this test: 4f9b7c21d8e3a650",
  baseURL: "http://localhost:3000",
  rateLimit: { enabled: false, wrongPasswords: false },
  database: setup.dieAt > 0 ? dieAt(database, setup.dieAt) : database,
  // The hash is not under test: a cheap hash makes the writes concurrent.
  emailAndPassword: {
    enabled: true,
    passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
  },
});

async function signUp(email: string): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify({ name: "Ada", email, password: "correct horse" });
  const headers = { "content-type": "application/json" };
  const response = await auth.handler(
    new Request("http://localhost:3000/api/auth/sign-up/email", { method: "POST", headers, body }),
  );
  return { status: response.status, body: await response.json() };
}

process.on("message", async ({ emails }: Job) => {
  process.send?.(await Promise.all(emails.map(signUp)));
});
announceReady();
