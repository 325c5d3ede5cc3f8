import { checked, defineOptions, flag } from "@keyhold/core/options";

/** The options of `lastLoginMethod`; an omitted option has its default. */
export interface LastLoginMethodOptions {
  /** The name of the cookie, without a prefix: scripts read it. The client half has the same option. */
  readonly cookieName: string;
  /** Whether the user has the column `lastLoginMethod`, too. Default false. */
  readonly storeInDatabase: boolean;
}

/** The default of `cookieName`. */
export const defaultCookieName = "last_used_login_method";

export const lastLoginMethodOptions = defineOptions<LastLoginMethodOptions>(
  {
    // RFC 6265, section 4.1.1, without characters of regular expressions.
    cookieName: checked(
      defaultCookieName,
      "be letters, digits, dots, dashes and underscores",
      (given) => typeof given === "string" && /^[\w.-]{1,64}$/.test(given),
    ),
    storeInDatabase: flag(false),
  },
  {
    remedies: {
      "better-auth": {
        maxAge: "the cookie lasts 30 days; remove it",
        customResolveMethod: "every way to sign in has a name; remove it",
        schema: "the column is `lastLoginMethod`; rename it with `database`",
      },
    },
  },
);
