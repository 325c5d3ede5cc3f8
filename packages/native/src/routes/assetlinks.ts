import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { assetLinksOf } from "../app-links/content.js";
import { endpoint } from "../endpoint.js";

export const assetlinks = endpoint({
  route: "GET /native/assetlinks",
  access: "public",
  isServerOnly: true,
  doc: "The content of `/.well-known/assetlinks.json`: the Android apps that open the claimed redirects and use passkeys.",
  input: z.object({}),
  output: z
    .array(
      z.object({
        relation: z.array(z.string()).readonly(),
        target: z.object({
          namespace: z.string(),
          package_name: z.string(),
          sha256_cert_fingerprints: z.array(z.string()).readonly(),
        }),
      }),
    )
    .readonly(),
  handle: (_, options) => ok(assetLinksOf(options)),
});
