import { type AuthConfig, defineErrors } from "@keyhold/core";

const errors = defineErrors({ ACCOUNT_IS_BLOCKED: { status: 403, message: "Account is blocked" } });

/** Ids of users that the app has blocked. */
export const blocked = new Set<string>();

/** Blocked users cannot sign in: not with a password, not by a link, not through a plugin. */
export const blocking = {
  errors,
  hooks: {
    "user.act": (user, ctx) => {
      if (blocked.has(user.id)) ctx.fail(errors.ACCOUNT_IS_BLOCKED);
    },
  },
} as const satisfies Pick<AuthConfig, "errors" | "hooks">;
