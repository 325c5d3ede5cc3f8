import type { FormError } from "./form-error.ts";

type PasswordCode = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_COMMON" | "PASSWORD_COMPROMISED";

/** The problems of a new password. */
export const passwordPlaces = (field: string): Readonly<Record<PasswordCode, FormError>> => ({
  PASSWORD_TOO_SHORT: { field, text: "Too short: at least 8 characters." },
  PASSWORD_TOO_LONG: { field, text: "Too long: at most 128 characters." },
  PASSWORD_TOO_COMMON: { field, text: "Too easy to guess: many people use it, or it is your own name." },
  PASSWORD_COMPROMISED: { field, text: "This one was stolen somewhere already: choose another." },
});
