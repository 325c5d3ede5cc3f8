/** Texts of `EmailCode`, and of the code in an email for a phone number in doubt. */
export const emailCode = {
  title: "Sign in by code",
  titleOf: (appName: string): string => `Sign in to ${appName} by code`,
  lead: "We send a code to your email address. No password is needed.",
  leadForAll: "We send a code to your email address. No password is needed. A new address gets an account.",
  send: "Send the code",
  otherWay: "Sign in another way",
  notOffered: "Sign-in by code is not set up here.",

  sentTitle: "Enter your code",
  sent: (email: string): string => `A code is on its way to ${email}.`,
  /** Equal for every address, so that the text reveals no accounts. */
  sentToAccount: (email: string): string => `If ${email} has an account here, a code is on its way.`,
  wrongCode: "This code is wrong or too old. Use the newest email.",
  tooManyCodes: "Too many wrong codes. Send a new code.",
  sendAgain: "Send a new code",
  sentAgain: "A new email is on its way.",
  otherAddress: "Use another address",
  numberSent: "To be sure that this number is still yours, we send a code to your email address, too.",
  numberInDoubt: "We cannot be sure that this number is still yours. Sign in another way.",
};
