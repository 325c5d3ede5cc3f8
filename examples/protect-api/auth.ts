import { memory } from "@keyhold/adapter-memory";
import { apiKey } from "@keyhold/api-key";
import { createAuth } from "@keyhold/core";
import { jwt } from "@keyhold/jwt";

/** An auth whose routes take a session, an API key, or an access token. */
export const auth = createAuth({
  database: memory(),
  baseURL: "http://localhost:3000",
  emailAndPassword: { enabled: true },
  plugins: [
    apiKey({ prefix: "acme", statements: { files: ["read", "write"] }, limit: { max: 100, windowSeconds: 60 } }),
    jwt({ takesTokens: true }),
  ],
});
