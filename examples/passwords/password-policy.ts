import type { AuthConfig } from "@keyhold/core";
import { breachedPasswords } from "@keyhold/core/breached-passwords";
import type { PasswordCheck } from "@keyhold/core/passwords";

const isBreached = breachedPasswords();

/** The app's own check first, because it costs no request. */
const checkPassword: PasswordCheck = (password, person) =>
  password.toLowerCase().includes("tea shop") ? "PASSWORD_NAMES_US" : isBreached(password, person);

export const passwordPolicy = {
  errors: { PASSWORD_NAMES_US: { status: 400, message: "Leave our name out of your password" } },
  emailAndPassword: { enabled: true, minPasswordLength: 15, checkPassword },
} as const satisfies Partial<AuthConfig>;
