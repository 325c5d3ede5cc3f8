/** Texts of `ForgotPassword` and `ResetPassword`. */
export const password = {
  forgotTitle: "Forgot your password?",
  forgotLead: "We send you a link with which you choose a new one.",
  sendLink: "Send the link",
  remembered: "Remembered it?",
  sentTitle: "Check your email",
  /** The same for every address, so that the text reveals no accounts. */
  sent: (email: string): string =>
    `If ${email} has an account here, an email is on its way. Follow its link to choose a new password.`,
  otherAddress: "Use another address",
  resetTitle: "Choose a new password",
  resetLead: "Every device that is signed in now will be signed out.",
  reset: "Set password",
  resetting: "Setting…",
  deadTitle: "This link does not work",
  deadLead: "It works once, and for an hour.",
  newLink: "Get a new link",
  doneTitle: "Your new password is set",
  doneLead: "All devices are signed out. Sign in with the new password.",
};
