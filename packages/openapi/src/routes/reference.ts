import { page } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint, type FindDocument, limit } from "../endpoint.js";
import { pageOf } from "../page/page-of.js";

export const reference = (path: `/${string}`, find: FindDocument) =>
  endpoint({
    route: `GET ${path}`,
    access: "public",
    doc: "This document as a page.",
    input: z.object({}),
    output: z.never(),
    alsoAnswers: ["page"],
    limit,
    handle: ({ ctx }) => page(pageOf(find(ctx), ctx.settings.basePath)),
  });
