import { user as userSchema } from "@keyhold/core/entity-schemas";
import { askedOf, moreAsked, ok, publicUser, randomText } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { openSession } from "@keyhold/core/session";
import { createUser } from "@keyhold/core/users";
import { endpoint } from "../../endpoint.js";
import { anonymousErrors } from "../../errors.js";
import { guestDomain } from "../../guest/guest.js";
import { countGuest } from "../../guest/limits.js";

const lowerCase = "abcdefghijklmnopqrstuvwxyz0123456789";

export const signInAnonymous = endpoint({
  route: "POST /sign-in/anonymous",
  access: "optional",
  challengedAction: "sign-in",
  doc: "Creates a guest, a user without an address and a password, and signs the guest in.",
  input: z.object({ rememberMe: z.boolean().default(true) }),
  output: z.union([z.object({ token: z.string(), user: userSchema }), moreAsked]),
  errors: [
    "ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY",
    "ALREADY_SIGNED_IN",
    "USER_ALREADY_EXISTS",
    "FAILED_TO_CREATE_SESSION",
  ],
  // Clients without a known address share the first limit, and not the second.
  limit: [
    { windowSeconds: 60, max: 10 },
    { windowSeconds: 3600, max: 10 },
  ],
  async handle({ input, session, caller, ctx }, options) {
    if (session)
      return ctx.fail(
        "isAnonymous" in session.user && session.user.isAnonymous === true
          ? anonymousErrors.ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY
          : anonymousErrors.ALREADY_SIGNED_IN,
      );
    await countGuest(ctx, caller, options);
    return ctx.transaction(async (ctx) => {
      const now = ctx.now();
      const email = `guest-${randomText(24, lowerCase)}@${guestDomain}`;
      const draft = { name: "Anonymous", email, image: null, isAnonymous: true, createdAt: now, updatedAt: now };
      const guest = await createUser(ctx, draft, { caller });
      const opened = await openSession(ctx, guest, {
        method: "anonymous",
        proof: { methods: [] },
        isNewUser: true,
        isRemembered: input.rememberMe,
        caller,
      });
      const { cookies } = opened;
      return opened.kind === "asked"
        ? askedOf({ ...opened, cookies })
        : ok({ token: opened.token, user: publicUser(ctx, guest) }, cookies);
    });
  },
});
