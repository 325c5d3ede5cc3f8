/** Texts of the section of second factors, and of the screen that sets a factor up again. */
export const twoFactor = {
  lead: "A password can be stolen. With a second factor, an attacker needs your phone, too.",
  failed: "Your second factor could not be loaded",
  on: "On",
  off: "Off",
  onSince: (time: string): string => `since ${time}`,
  app: "Authenticator app",
  emailCodes: "Codes by email",
  setUp: "Set up",
  notSetUp: "Not set up",
  backupCodes: "Backup codes",
  left: (count: number): string => (count === 0 ? "None left" : `${count} left`),
  requiredNow: "Required by the rules of this app",
  requiredFrom: (time: string): string => `Required from ${time}`,

  appLead: "An app on your phone shows a new code every 30 seconds.",
  appNext: "You get new backup codes, and the old ones end.",
  setUpApp: "Set up an app",
  setUpRow: "Set up",
  oneMoment: "One moment…",
  emailLead: (email: string): string => `Each sign-in sends a code to ${email}.`,
  emailUnverified: "Verify your email address first: we send codes only to verified addresses.",
  turnOnEmail: "Turn on codes by email",
  turnOnRow: "Turn on",

  fewLeft: (count: number): string => `Only ${count} left: get new ones.`,
  newCodesAbout: "New ones replace the old ones.",
  newCodes: "Get new codes",
  newCodesLead:
    "The old ones have ended. Each of these signs you in once, without your phone. We never show them again.",
  done: "Done",

  browsers: "Trusted browsers",
  browsersFailed: "Your trusted browsers could not be loaded",
  noBrowsers: "None: every sign-in asks for a code.",
  signedIn: (time: string, until: string): string => `Signed in ${time}. Until ${until}`,
  signedInFrom: (time: string, ipAddress: string, until: string): string =>
    `Signed in ${time}, from ${ipAddress}. Until ${until}`,
  stop: "Stop",
  stopping: "Stopping…",
  stopName: (name: string): string => `Stop trusting ${name}`,
  stopped: (name: string): string => `${name} is asked for a code again.`,
  stopAll: "Trust no browser",
  stoppedAll: "Every browser is asked for a code again.",

  turnOffTitle: "Turn off",
  turnOffLead: "Also for a new phone: turn it off here, then set it up again.",
  turnOffRequired: "The rules of this app ask you for a new one at your next sign-in.",
  turnOff: "Turn off…",
  turningOff: "Turning off…",
  askTitle: "Turn off your second factor?",
  askLead:
    "Then your password alone signs you in. Backup codes and trusted browsers end, and other devices are signed out.",
  keepOn: "Keep it on",
  turnOffNow: "Turn it off",

  againTitle: "Set up your second factor again",
  againLead:
    "You signed in without your phone. First set up a new authenticator app: then the old one and its backup codes end.",
};
