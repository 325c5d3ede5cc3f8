/** Tells a password manager whose password the form asks for. */
export const UserEmail = ({ email }: { email: string }) => (
  <input hidden type="text" autoComplete="username" value={email} readOnly />
);
