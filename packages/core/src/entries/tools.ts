// For tools that read an auth: documents, tests, the command line.
export { contextOf } from "../pipeline/context-of.js";
export type { Inspection } from "../pipeline/inspection.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
