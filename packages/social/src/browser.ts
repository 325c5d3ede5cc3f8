const reason =
  "@keyhold/social is the server half of the plugin and cannot run in a browser: import @keyhold/social/client here.";

/** The names that an app imports: the module links, and the developer reads the sentence above. */
export const social = reason;
export const defineProvider = reason;
export const socialErrors = reason;
export const callbackCodes = reason;

throw new Error(reason);
