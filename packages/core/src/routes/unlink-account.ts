import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { notifyAccountOwner } from "../flows/account/notify.js";
import { unlinkAccount as unlink } from "../records/account/unlink.js";
import { publicUser } from "../records/user/public.js";
import { withLiveUser } from "../session/live-user.js";
import { endpoint } from "./endpoint.js";

export const unlinkAccount = endpoint({
  route: "POST /unlink-account",
  access: "fresh",
  doc: "Unlinks one way to sign in, except the last one.",
  input: z
    .object({
      providerId: z.string().optional(),
      /** The provider's id of the user, or the id of the row. */
      accountId: z.string().optional(),
    })
    .refine(({ providerId, accountId }) => (providerId ?? accountId) !== undefined, {
      path: ["providerId"],
      message: "Needed, or else accountId",
    }),
  output: z.object({ status: z.boolean() }),
  errors: ["ACCOUNT_NOT_FOUND", "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"],
  async handle({ input, session, ctx }) {
    const unlinked = await withLiveUser(ctx, session, async (ctx, user) => {
      const { providerId } = await unlink(ctx, user, input);
      return { user: publicUser(ctx, user), providerId };
    });
    notifyAccountOwner(ctx, unlinked.user, { kind: "account-unlinked", providerId: unlinked.providerId });
    return ok({ status: true });
  },
});
