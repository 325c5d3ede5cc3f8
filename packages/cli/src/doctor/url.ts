import type { LoadedAuth } from "../config/load.js";
import { type Finding, fail, ok, warn } from "./finding.js";

const isLocal = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);

/** Whether the app serves the public, by the config. */
export const isPublic = ({ settings }: LoadedAuth): boolean => !isLocal(new URL(settings.origin).hostname);

/** `baseURL`, cookies, and the origins of other pages. */
export const checkUrls = (loaded: LoadedAuth): readonly Finding[] => [
  checkBaseUrl(loaded),
  checkCookies(loaded),
  ...checkOrigins(loaded),
];

function checkBaseUrl(loaded: LoadedAuth): Finding {
  const { origin } = loaded.settings;
  const isHttps = origin.startsWith("https:");
  if (!isPublic(loaded)) {
    return process.env.NODE_ENV === "production"
      ? warn(
          "baseURL",
          `${origin} is this machine, and NODE_ENV is production`,
          "Set it to the URL in the address bar of the users.",
        )
      : ok("baseURL", `${origin}, for development`);
  }
  if (isHttps) return ok("baseURL", origin);
  return fail("baseURL", `${origin} is not encrypted`, "Serve the app by https, and write https in baseURL.");
}

function checkCookies({ cookies }: LoadedAuth): Finding {
  const { secure, domain, prefix } = cookies;
  const lead = domain === null ? "__Host-" : "__Secure-";
  const shared = domain === null ? "this host only" : `every host of ${domain}`;
  return ok("cookies", `${secure ? lead : ""}${prefix}.session_token, ${secure ? "https" : "http"}, ${shared}`);
}

function checkOrigins(loaded: LoadedAuth): readonly Finding[] {
  const listedOrigins = loaded.trustedOrigins ?? [];
  if (typeof listedOrigins === "function") return [ok("origins", "a function answers with them at each request")];
  const open = listedOrigins.filter(
    (origin) => /^http:/.test(origin) && !isLocal(new URL(origin.replace("*", "x")).hostname),
  );
  if (open.length > 0) {
    return [
      warn("origins", `${open.join(", ")} is not encrypted: others can change its pages`, "Trust https origins only."),
    ];
  }
  const local = listedOrigins.filter(
    (origin) => /^https?:/.test(origin) && isLocal(new URL(origin.replace("*", "x")).hostname),
  );
  if (isPublic(loaded) && local.length > 0) {
    return [
      warn(
        "origins",
        `${local.join(", ")} is trusted, and baseURL is public`,
        "Remove it from trustedOrigins in production: every program of a user's machine can serve that origin.",
      ),
    ];
  }
  return [ok("origins", listedOrigins.length === 0 ? "only baseURL" : `baseURL, ${listedOrigins.join(", ")}`)];
}
