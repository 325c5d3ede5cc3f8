import { describeExample } from "./example-tests.ts";

describeExample({ dependency: "next", basePath: "/app" });
