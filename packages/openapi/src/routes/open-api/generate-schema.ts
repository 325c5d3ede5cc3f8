import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint, limit } from "../../endpoint.js";

// The answer has no type here: no call answers with the document.
export const generateSchema = endpoint({
  route: "GET /open-api/generate-schema",
  hasCall: false,
  access: "public",
  doc: "This document.",
  input: z.object({}),
  output: z.looseObject({ openapi: z.string() }),
  limit,
  handle: ({ ctx }, { find }) => ok({ ...find(ctx) }),
});
