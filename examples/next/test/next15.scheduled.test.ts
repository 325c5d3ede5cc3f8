import { describeExample } from "./example-tests.ts";

/** The older version: every night, and before each release. */

describeExample({ dependency: "next15", basePath: "" });
