// For the tests of the adapter for Drizzle.
export { drizzleSchema } from "../src/generate/drizzle.js";
