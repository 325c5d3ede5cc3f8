/** Texts of `UserButton` and of the button that signs out. */
export const userButton = {
  menuOf: (name: string): string => `Account menu: ${name}`,
  account: "Account settings",
  organizations: "Organizations",
  admin: "Administration",
  aboutOrganizations: "Work together with others",
  aboutAdmin: "Manage all users",
  guest: "Guest",
  aboutGuest: "You have no account yet. What you do here is lost when you sign out.",
  createAccount: "Create your account",
  accounts: "Accounts in this browser",
  addAccount: "Add an account",
  signOutOfThis: "Sign out of this account",
  signOutOfAll: "Sign out of all accounts",
  signOut: "Sign out",
  signingOut: "Signing out…",
  signOutFailed: "The server could not be reached. You are still signed in.",
};
