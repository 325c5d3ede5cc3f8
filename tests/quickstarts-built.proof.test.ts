import { frameworksOf } from "./harness/quickstarts/frameworks.ts";
import { describeQuickstarts } from "./harness/quickstarts/quickstart-tests.ts";

/** The pages of frameworks with a build: a file of its own, because a second worker can take it. */

describeQuickstarts(frameworksOf("built"));
