import type { AuthConfig } from "@keyhold/core";

/** One sign-in for auth.example.com and app.example.com. You control every host below example.com. */
export const subdomains = {
  baseURL: "https://auth.example.com",
  cookies: { domain: "example.com" },
  trustedOrigins: ["https://app.example.com"],
} as const satisfies Partial<AuthConfig>;
