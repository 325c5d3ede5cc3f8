import { google } from "@keyhold/social/google";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "google",
  provide: (options) => google({ ...options, accessType: "offline" }),
  emails: "proven",
  user: { name: "John Smith", image: "https://lh3.googleusercontent.com/a/photo" },
  doubtful: [
    ['"false" as a text', { claims: (claims) => ({ ...claims, email_verified: "false" }) }],
    ['"true" as a text', { claims: (claims) => ({ ...claims, email_verified: "true" }) }],
  ],
  hostile: [
    ["an ID token without a subject", { claims: ({ sub, ...claims }) => claims }, "unable_to_get_user_info"],
    ["an empty subject", { claims: (claims) => ({ ...claims, sub: "" }) }, "unable_to_get_user_info"],
    ["no address", { claims: ({ email, ...claims }) => claims }, "email_not_found"],
    ["two addresses in one", { claims: (claims) => ({ ...claims, email: "a@x.io,b@x.io" }) }, "email_not_found"],
    ["an ID token that is not signed", { signature: "none" }, "unable_to_get_user_info"],
  ],
});
