import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { disableLeaked } from "../key/leak.js";

export const disableLeakedApiKeys = endpoint({
  route: "POST /disable-leaked-api-keys",
  access: "public",
  doc: "Disables the API keys among texts that were found in public, and tells their owners. For reports that the app has verified itself.",
  input: z.object({
    reports: z.array(z.object({ token: z.string(), url: z.string().nullable().optional() })),
  }),
  output: z.object({ disabled: z.number() }),
  isServerOnly: true,
  handle: async ({ input: { reports }, ctx }) => ok({ disabled: await disableLeaked(ctx, reports) }),
});
