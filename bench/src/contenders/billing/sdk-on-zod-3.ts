import { registerHooks } from "node:module";
import type { Job } from "./contender.ts";

/** What the SDK was generated for. The package of zod 4 carries it. */
registerHooks({ resolve: (specifier, context, next) => next(specifier === "zod" ? "zod/v3" : specifier, context) });

export const job: Job = (await import("./sdk.ts")).job;
