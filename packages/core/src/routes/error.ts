import { page } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { errorPage } from "../http/error-page.js";
import { endpoint } from "./endpoint.js";

export const error = endpoint({
  route: "GET /error",
  hasCall: false,
  access: "public",
  doc: "Shows an error by its code.",
  input: z.object({ error: z.string().optional(), error_description: z.string().optional() }),
  output: z.never(),
  alsoAnswers: ["page"],
  handle: ({ input: { error: code, error_description: description }, ctx }) =>
    page(errorPage({ code, description }, `${ctx.settings.appUrl}/`)),
});
