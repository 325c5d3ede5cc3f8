import { user } from "@keyhold/core/entity-schemas";
import { moreAsked } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

/** The answer of a right code: as that of a sign-in. */
const verifiedFields = {
  token: z.string(),
  user,
  redirect: z.boolean(),
  url: z.string().optional(),
};
export const verified = z.union([z.object(verifiedFields), moreAsked]);
/** `token` is null without a session: `disableSession`. */
export const verifiedWithLeft = z.union([
  z.object({ ...verifiedFields, token: z.string().nullable(), left: z.number() }),
  moreAsked,
]);

export const code = z.string().max(64);
export const trustDevice = z.boolean().default(false);
/** Whether the user's other sessions end. */
export const revokeOtherSessions = z.boolean().default(true);
export const password = z.string().optional();
export const done = z.object({ status: z.boolean() });
