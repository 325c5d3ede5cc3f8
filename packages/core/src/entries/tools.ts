// For tools that read an auth: documents, tests, the command line.

export type { EncryptedCounts } from "../adapter/encrypted-columns.js";
export { htmlPage } from "../http/html-page.js";
export { contextOf } from "../pipeline/context-of.js";
export { type Inspection, inspect } from "../pipeline/inspection.js";
export { type Credentials, noCredentials } from "../session/credentials.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
