import { frameworksOf } from "./harness/quickstarts/frameworks.ts";
import { describeQuickstarts } from "./harness/quickstarts/quickstart-tests.ts";

/** The pages of servers without a build. */

describeQuickstarts(frameworksOf("servers"));
