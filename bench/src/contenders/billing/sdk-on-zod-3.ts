import { registerHooks } from "node:module";
import type { Job } from "./contender.ts";

/** The SDK was generated for zod 3. The package of zod 4 contains it. */
registerHooks({ resolve: (specifier, context, next) => next(specifier === "zod" ? "zod/v3" : specifier, context) });

export const job: Job = (await import("./sdk.ts")).job;
