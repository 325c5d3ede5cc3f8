import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { withLiveUser } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { passkeyModel } from "../models.js";
import { publicPasskey } from "../passkey/passkeys.js";
import { passkeyName, passkeySchema } from "../schemas.js";

export const updatePasskey = endpoint({
  route: "POST /passkey/update-passkey",
  access: "session",
  isPersonal: true,
  doc: "Renames a passkey of the caller.",
  input: z.object({ id: z.string(), name: passkeyName }),
  output: z.object({ passkey: passkeySchema }),
  errors: ["PASSKEY_NOT_FOUND"],
  async handle({ input: { id, name }, session, ctx }) {
    const { userId } = session;
    const passkey = await withLiveUser(ctx, session, async (ctx, user) => {
      // By id alone another user's passkey would be renamed.
      if (!(await ctx.db.find(passkeyModel, { id, userId }))) return null;
      const renamed = await ctx.db.update(passkeyModel, id, { name }, user);
      emit(ctx, { type: "passkey.renamed", userId, passkeyId: id });
      return renamed;
    });
    return passkey ? ok({ passkey: publicPasskey(ctx, passkey) }) : ctx.fail(passkeyErrors.PASSKEY_NOT_FOUND);
  },
});
