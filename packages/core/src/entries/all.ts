// The entry points of which a server loads all modules: the build makes one file of them (tsup.config.ts).
export * from "./adapter.js";
export * from "./index.js";
export * from "./limits.js";
export * from "./mailbox.js";
export * from "./passwords.js";
export * from "./plugin.js";
export * from "./principal.js";
export * from "./server.js";
export * from "./session.js";
export * from "./tools.js";
export * from "./users.js";
