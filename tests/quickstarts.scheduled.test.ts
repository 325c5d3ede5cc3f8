import { frameworksOf } from "./harness/quickstarts/frameworks.ts";
import { describeQuickstarts } from "./harness/quickstarts/quickstart-tests.ts";

/** The pages of the other frameworks: every night, and before each release. */

describeQuickstarts(frameworksOf("scheduled"));
