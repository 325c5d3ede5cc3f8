import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { appleAssociationOf } from "../app-links/content.js";
import { endpoint } from "../endpoint.js";

export const appleAppSiteAssociation = endpoint({
  route: "GET /native/apple-app-site-association",
  access: "public",
  isServerOnly: true,
  doc: "The content of `/.well-known/apple-app-site-association`: the apps that open the claimed redirects.",
  input: z.object({}),
  output: z.object({
    applinks: z.object({
      details: z
        .array(
          z.object({
            appIDs: z.array(z.string()).readonly(),
            components: z.array(z.object({ "/": z.string() })).readonly(),
          }),
        )
        .readonly(),
    }),
    webcredentials: z.object({ apps: z.array(z.string()).readonly() }),
  }),
  handle: (_, options) => ok(appleAssociationOf(options)),
});
