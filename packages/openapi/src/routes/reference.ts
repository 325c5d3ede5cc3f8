import { page } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint, limit } from "../endpoint.js";
import { pageOf } from "../page/page-of.js";

/** The app chooses the path, so the plugin lists this page itself. */
export const reference = (path: `/${string}`) =>
  endpoint({
    route: `GET ${path}`,
    hasCall: false,
    access: "public",
    doc: "This document as a page.",
    input: z.object({}),
    output: z.never(),
    alsoAnswers: ["page"],
    limit,
    handle: ({ ctx }, { find }) => page(pageOf(find(ctx), ctx.settings.basePath)),
  });
