import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { ownKey } from "../key/manage.js";
import { showKey } from "../key/show.js";
import { apiKeySchema, keyId } from "./schemas.js";

export const getApiKey = endpoint({
  route: "GET /api-key/get",
  access: "session",
  isPersonal: true,
  doc: "An API key of the caller, or of an organization of the caller, without its secret.",
  input: z.object({ id: keyId }),
  output: apiKeySchema,
  errors: ["KEY_NOT_FOUND"],
  handle: async ({ input: { id }, session: { userId }, ctx }) =>
    ok(showKey(await ownKey(ctx, { keyId: id, userId }, "read"))),
});
