import { account } from "../contract/entity-schemas.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { accountsOf, listedAccount } from "../records/account/list.js";
import { endpoint } from "./endpoint.js";

export const listAccounts = endpoint({
  route: "GET /list-accounts",
  access: "session",
  doc: "The caller's accounts: each is one way to sign in.",
  input: z.object({}),
  output: z.array(account),
  async handle({ session, ctx }) {
    const accounts = await accountsOf(ctx, session.userId);
    return ok(accounts.map(listedAccount));
  },
});
