import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { toNext, waitUntil } from "@keyhold/next";

export const database = sqlite(process.env.DATABASE_FILE);

export const auth = createAuth({
  secret: process.env.AUTH_SECRET,
  baseURL: process.env.AUTH_URL,
  database,
  emailAndPassword: { enabled: true },
  // In place of a provider. Without the link, which is a secret.
  mail: async ({ kind, to }) => console.log(`Email "${kind}" to ${to}`),
  waitUntil,
});

export const { routes, session, actions, register } = toNext(auth);
