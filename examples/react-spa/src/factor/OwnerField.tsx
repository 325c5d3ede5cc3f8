import { PasswordField } from "../form/PasswordField.tsx";
import { UserEmail } from "../form/UserEmail.tsx";
import type { FactorPart } from "./part.ts";

/** The password, for a user with one. */
export const OwnerField = ({ user, isByPassword }: Pick<FactorPart, "user" | "isByPassword">) => (
  <>
    <UserEmail email={user.email} />
    {isByPassword && (
      <PasswordField name="password" label="Password" autoComplete="current-password" empty="Enter your password." />
    )}
  </>
);
