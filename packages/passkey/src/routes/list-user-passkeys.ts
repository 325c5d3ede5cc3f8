import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { passkeysOf, publicPasskey } from "../passkey/passkeys.js";
import { passkeySchema } from "../schemas.js";

export const listUserPasskeys = endpoint({
  route: "GET /passkey/list-user-passkeys",
  access: "session",
  doc: "The passkeys of the caller, oldest first.",
  input: z.object({}),
  output: z.array(passkeySchema),
  async handle({ session, ctx }) {
    const passkeys = await passkeysOf(ctx, session.userId);
    return ok(passkeys.map((row) => publicPasskey(ctx, row)));
  },
});
