import type { SqlOptions } from "@keyhold/adapter-sql";
import { adapterConformance } from "@keyhold/testing/conformance";
import { describe, inject } from "vitest";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { makeOn, otherNames } from "./conformance.js";
import { inPglite, libsqlFile, mysql2, nodePostgres, postgresDotJs } from "./databases.js";

const services = inject("services");
const otherNamesInSchema: SqlOptions = { ...otherNames, naming: { ...otherNames.naming, schema: "auth" } };

const parts = "driver";
const options = { parts, rounds: raceRounds } as const;

describe.skipIf(services.postgres === null)("PostgreSQL through an app's Drizzle", () => {
  adapterConformance(
    "over pg, in a schema of its own, with other names and UUIDs",
    makeOn(nodePostgres, otherNamesInSchema),
    options,
  );
  adapterConformance("over postgres.js, with other names and UUIDs", makeOn(postgresDotJs, otherNames), options);
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB through an app's Drizzle", () => {
  adapterConformance("over mysql2, with other names and UUIDs", makeOn(mysql2, otherNames), options);
});

describe("SQLite and PGlite through an app's Drizzle", () => {
  adapterConformance("on PGlite", makeOn(inPglite), { parts });
  adapterConformance("on a libsql file", makeOn(libsqlFile), options);
});
