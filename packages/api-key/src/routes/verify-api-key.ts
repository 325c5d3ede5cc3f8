import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { asksPermissions } from "../key/asks-permissions.js";
import { type VerifiedKey, verifyKey } from "../key/verify.js";
import { permissions } from "./schemas.js";

export const verifyApiKey = asksPermissions(
  endpoint({
    route: "POST /verify-api-key",
    access: "public",
    doc: "Checks an API key, with the permissions that the call needs, and counts the use: one statement, unless the key names an organization, or has limited uses or a limit that the database counts.",
    input: z.object({
      key: z.string(),
      permissions: permissions.optional(),
      configId: z.string().optional(),
    }),
    output: z.custom<VerifiedKey>(),
    isServerOnly: true,
    async handle({ input: { key: text, ...asked }, caller, ctx }, options) {
      return ok(await verifyKey(ctx, options, { text, ...asked, caller, request: null }));
    },
  }),
);
