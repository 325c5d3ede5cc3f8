const reason = "@keyhold/core is the server half of Keyhold and cannot run in a browser: import @keyhold/client here.";

/** The names that an app imports, so that the module links and the developer reads the message above. */
export const createAuth = reason;
export const definePlugin = reason;
export const endpointsFor = reason;

throw new Error(reason);
