import type { ReactElement } from "react";

/** Tells a password manager the user of the password field of its form. */
export const Username = ({ email }: { readonly email: string }): ReactElement => (
  <input hidden type="text" autoComplete="username" value={email} readOnly />
);
