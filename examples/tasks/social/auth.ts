import { createAuth } from "@keyhold/core";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { config } from "../email/auth.ts";

const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = process.env;

export const auth = createAuth({
  ...config,
  plugins: [social({ providers: [google({ clientId, clientSecret })] })],
});
