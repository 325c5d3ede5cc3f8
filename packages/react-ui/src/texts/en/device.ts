/** Texts of `DeviceApproval`. */
export const device = {
  title: "Connect a device",
  lead: "Enter the code that your device shows.",
  notOffered: "This app cannot connect devices.",
  /** RFC 8628, section 5.4. */
  warning:
    "Enter only a code that your own device shows. If another person has sent you a code, do not enter it: that person would get access to your account.",
  code: "Code",
  codeEmpty: "Enter the code of your device.",
  codeHint: "Eight letters. Capital letters and dashes do not matter.",
  submit: "Continue",
  checking: "Checking…",

  askTitle: (app: string): string => `Allow ${app}?`,
  askLead: (app: string): string => `${app} on a device asks to be signed in to your account.`,
  account: "Account",
  from: "Asked from",
  unknownAddress: "Unknown address",
  mayDo: "May do",
  /** The names of scopes, e.g. `deploy: "Deploy your projects"`; else the scope itself. */
  scopes: {} as Readonly<Record<string, string>>,
  noScopes: "Sign in only",
  compare: "Allow this only if your own device shows this code. If another person has sent you the code, deny it.",
  allow: "Allow",
  allowing: "Allowing…",
  deny: "Deny",
  denying: "Denying…",
  other: "Enter another code",

  allowedTitle: "Your device is connected",
  allowedLead: (app: string): string => `${app} is signed in. You can close this page.`,
  deniedTitle: "Access is denied",
  deniedLead: (app: string): string => `${app} gets no access to your account. You can close this page.`,

  codes: {
    INVALID_REQUEST: "This code does not work. Check the letters, or ask for a new code on your device.",
    EXPIRED_TOKEN: "This code is too old. Ask for a new code on your device.",
    ACCESS_DENIED: "Another user has opened this code. Ask for a new code on your device.",
  } as Readonly<Record<string, string>>,
  answered: "This code was answered before. Ask for a new code on your device.",
};
