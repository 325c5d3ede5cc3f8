/** The errors of a new password, at its field. */
export const newPasswordErrors = <Name extends string>(field: Name): Readonly<Record<string, Name>> => ({
  PASSWORD_TOO_SHORT: field,
  PASSWORD_TOO_LONG: field,
  PASSWORD_TOO_COMMON: field,
  PASSWORD_COMPROMISED: field,
});
