import type { ReactElement } from "react";

/** Tells a password manager the user of the form's password field. */
export const Username = ({ email }: { readonly email: string }): ReactElement => (
  <input hidden type="text" autoComplete="username" value={email} readOnly />
);
