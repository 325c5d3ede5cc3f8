import { createAuthClient } from "@keyhold/client";
import { createAuth } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { apiKeyClient } from "./client.js";
import { apiKey } from "./index.js";

/** Code that must not compile, and never runs: the type checker is the test. */

declare const database: Database;
const base = { database, secret: "", baseURL: "" };

export async function callsOfTheServer(): Promise<void> {
  const { api } = createAuth({ ...base, plugins: [apiKey({ statements: { files: ["read", "write"] } })] });
  await api.createApiKey({ userId: "x", permissions: { files: ["read"] } });
  await api.verifyApiKey({ key: "x", permissions: { files: ["write"] } });
  await api.verifyApiKey({ key: "x" });
  // @ts-expect-error a misspelt action
  await api.createApiKey({ userId: "x", permissions: { files: ["reed"] } });
  // @ts-expect-error a misspelt resource
  await api.verifyApiKey({ key: "x", permissions: { file: ["write"] } });
}

export async function callsOfTheBrowser(): Promise<void> {
  const chosen: Record<string, string[]> = { files: ["read"] };
  await createAuthClient({ plugins: [apiKeyClient()] }).apiKey.create({ permissions: chosen });
  const client = createAuthClient({ plugins: [apiKeyClient<{ files: ["read"] }>()] });
  await client.apiKey.create({ permissions: { files: ["read"] } });
  // @ts-expect-error a misspelt action
  await client.apiKey.create({ permissions: { files: ["reed"] } });
}
