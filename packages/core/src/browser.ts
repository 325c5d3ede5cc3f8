const reason = "@keyhold/core is the server half of Keyhold and cannot run in a browser: import @keyhold/client here.";

/** The names an app imports, so that the module links and the sentence above is what its developer reads. */
export const createAuth = reason;
export const definePlugin = reason;
export const endpointsFor = reason;

throw new Error(reason);
