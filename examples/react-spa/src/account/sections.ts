import type { ComponentType } from "react";
import type { AccountPath } from "../../shared/paths.ts";
import { ChangeEmail } from "../screens/account/ChangeEmail.tsx";
import { ChangePassword } from "../screens/account/ChangePassword.tsx";
import { DeleteAccount } from "../screens/account/DeleteAccount.tsx";
import { Devices } from "../screens/account/Devices.tsx";
import { Passkeys } from "../screens/account/Passkeys.tsx";
import { Profile } from "../screens/account/Profile.tsx";
import { SecondFactor } from "../screens/account/SecondFactor.tsx";
import { SignInMethods } from "../screens/account/SignInMethods.tsx";
import type { SignedIn } from "./signed-in.ts";

/** A screen of the account area. */
interface Section {
  readonly title: string;
  /** A summary for the list of screens. */
  readonly about: (signedIn: SignedIn) => string;
  readonly Screen: ComponentType<SignedIn>;
}

export const sections: Readonly<Record<AccountPath, Section>> = {
  "/account/profile": {
    title: "Profile",
    about: ({ user }) => (user.displayUsername ? `${user.name}, also ${user.displayUsername}` : user.name),
    Screen: Profile,
  },
  "/account/email": {
    title: "Email address",
    about: ({ user }) => `${user.email}, ${user.emailVerified ? "confirmed" : "not confirmed yet"}`,
    Screen: ChangeEmail,
  },
  "/account/password": { title: "Password", about: () => "Change it, or get one", Screen: ChangePassword },
  "/account/devices": { title: "Devices", about: () => "Where you are signed in", Screen: Devices },
  "/account/sign-in": { title: "Ways to sign in", about: () => "What opens your account", Screen: SignInMethods },
  "/account/passkeys": { title: "Passkeys", about: () => "Sign in without a password", Screen: Passkeys },
  "/account/two-factor": {
    title: "Two-factor authentication",
    about: ({ user }) => (user.twoFactorEnabled ? "On: your password alone opens nothing" : "Off"),
    Screen: SecondFactor,
  },
  "/account/delete": { title: "Delete account", about: () => "Leave, and take all with you", Screen: DeleteAccount },
};
