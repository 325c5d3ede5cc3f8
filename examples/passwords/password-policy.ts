import { type AuthConfig, defineErrors } from "@keyhold/core";
import { breachedPasswords } from "@keyhold/core/breached-passwords";
import type { PasswordCheck } from "@keyhold/core/passwords";

const errors = defineErrors({ PASSWORD_NAMES_US: { status: 400, message: "Leave our name out of your password" } });

const isBreached = breachedPasswords();

/** The app's own check first, because it costs no request. */
const checkPassword: PasswordCheck = (password, person) =>
  password.toLowerCase().includes("tea shop") ? errors.PASSWORD_NAMES_US : isBreached(password, person);

export const passwordPolicy = {
  errors,
  emailAndPassword: { enabled: true, minPasswordLength: 15, checkPassword },
} as const satisfies Partial<AuthConfig>;
