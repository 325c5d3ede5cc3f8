/** Texts of `AcceptInvitation`. */
export const invitation = {
  title: (organization: string): string => `Join ${organization}`,
  unknownTitle: "Invitation",
  text: (inviter: string, email: string, organization: string): string =>
    `${inviter} invites ${email} to ${organization}.`,
  textWithRole: (inviter: string, email: string, organization: string, role: string): string =>
    `${inviter} invites ${email} to ${organization}, as ${role}.`,
  openUntil: (time: string): string => `Open until ${time}.`,
  failed: "The invitation could not be loaded",
  accept: "Accept",
  accepting: "Joining…",
  decline: "Decline",
  declining: "Declining…",
  declined: (organization: string): string => `You declined. ${organization} gets no other message.`,
  signUp: "Create an account",
  signIn: "Sign in",
  hasAccount: "Already have an account?",
  newHere: "No account yet?",
  otherAccount: (present: string, invited: string): string =>
    `You are signed in as ${present}, and this invitation is for ${invited}.`,
  continueAs: (email: string): string => `Continue as ${email}`,
  signingOut: "Signing out…",
  stay: "Stay signed in",
  closedTitle: "This invitation is not open",
  closedLead:
    "It was answered or cancelled, it has expired, or its link is incomplete. The member who invited you can send another one.",
  yourOrganizations: "Your organizations",
};
