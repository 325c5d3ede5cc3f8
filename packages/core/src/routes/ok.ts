import { ok as answer } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { endpoint } from "./endpoint.js";

export const ok = endpoint({
  route: "GET /ok",
  access: "public",
  doc: "Answers if the server is up.",
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
  handle: () => answer({ ok: true }),
});
