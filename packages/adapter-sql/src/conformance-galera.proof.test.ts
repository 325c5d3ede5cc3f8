import { adapterConformance } from "@keyhold/testing/conformance";
import { describe, inject } from "vitest";
import { raceTypes } from "../../../tests/harness/databases.js";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { makeOn, otherNames } from "../tests/conformance.js";

const hasGalera = raceTypes(inject("services")).includes("galera");

describe.skipIf(!hasGalera)("Galera, each call at the next of three nodes", () => {
  adapterConformance("over mysql2, with other names and UUIDs", makeOn("galera", otherNames), {
    parts: "driver",
    rounds: raceRounds,
  });
});
