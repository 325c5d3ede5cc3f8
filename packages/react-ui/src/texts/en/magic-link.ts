/** Texts of `MagicLink`. */
export const magicLink = {
  title: "Sign in by email",
  titleOf: (appName: string): string => `Sign in to ${appName} by email`,
  lead: "We send you a link that signs you in without a password.",
  leadForAll: "We send you a link that signs you in without a password. A new address gets an account.",
  send: "Send the link",
  otherWay: "Sign in another way",
  notOffered: "Sign-in by email is not set up here.",

  sentTitle: "Check your email",
  sent: (email: string): string => `An email is on its way to ${email}. Open its link in this browser to sign in.`,
  /** Equal for every address, so that the text reveals no accounts. */
  sentToAccount: (email: string): string =>
    `If ${email} has an account here, an email is on its way. Open its link in this browser to sign in.`,
  codeLead: "Is the email on another device? Enter its code here.",
  wrongCode: "This code is wrong or too old. Use the newest email.",
  tooManyCodes: "Too many wrong codes. Open the link in the email, or send a new one.",
  sendAgain: "Send a new email",
  sentAgain: "A new email is on its way.",
  otherAddress: "Use another address",

  confirmTitle: "Sign in here?",
  confirmTitleOf: (appName: string): string => `Sign in to ${appName} here?`,
  confirm: (email: string): string => `This signs this browser in as ${email}.`,
  confirmHint: "If you did not ask for this link, close this page.",

  deadTitle: "This link does not work",
  deadLead: "It works once, for ten minutes at most. A newer one may have been used.",
  failedTitle: "You are not signed in",
  newLink: "Get a new link",
};
