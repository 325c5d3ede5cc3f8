import { z } from "zod";
import { errorPage } from "../http/error-page.js";
import { page } from "../outcome.js";
import { endpoint } from "./endpoint.js";

export const error = endpoint({
  wire: "GET /error",
  access: "public",
  doc: "Shows a person the code of what went wrong, and a way back to the app.",
  input: z.object({ error: z.string().optional() }),
  output: z.never(),
  handle: ({ input }) => page(errorPage((input.error || "unknown").slice(0, 200))),
});
