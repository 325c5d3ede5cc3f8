/** Tells a password manager the user of the password field. */
export const UserEmail = ({ email }: { email: string }) => (
  <input hidden type="text" autoComplete="username" value={email} readOnly />
);
