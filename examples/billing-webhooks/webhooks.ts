import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { billing } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import { handlers, purchases } from "./handlers.ts";

export const secret = process.env.BILLING_WEBHOOK_SECRET ?? "only while you try it: 5d0c9e2b7a41";

export const openAuth = (file: string) => {
  const database = sqlite(file);
  const auth = createAuth({
    secret: process.env.AUTH_SECRET ?? "only while you try it: 8f2d1c7be0",
    baseURL: "http://localhost:3000",
    database,
    plugins: [purchases, billing({ webhook: { secret, handlers } })],
  });
  return { auth, database };
};
