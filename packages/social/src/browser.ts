const reason =
  "@keyhold/social is the server half of the plugin and cannot run in a browser: import @keyhold/social/client here.";

/** The names an app imports, so that the module links and the sentence above is what its developer reads. */
export const social = reason;
export const defineProvider = reason;
export const socialErrors = reason;
export const callbackCodes = reason;

throw new Error(reason);
