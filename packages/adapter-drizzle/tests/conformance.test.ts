import { adapterConformance } from "@keyhold/testing/conformance";
import { makeOn, otherNames } from "./conformance.js";
import { betterSqlite } from "./databases.js";

// The adapter reads the names from the tables of the app.
adapterConformance("on SQLite through an app's Drizzle, with other names and UUIDs", makeOn(betterSqlite, otherNames), {
  parts: "driver",
  rounds: 3,
});
