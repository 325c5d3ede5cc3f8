import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { memory } from "@keyhold/adapter-memory";
import { anonymous } from "@keyhold/anonymous";
import { type AuthConfig, createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { emailOtp } from "@keyhold/email-otp";
import { lastLoginMethod } from "@keyhold/last-login-method";
import { magicLink } from "@keyhold/magic-link";
import { passkey } from "@keyhold/passkey";
import { phoneNumber } from "@keyhold/phone-number";
import { publicOptions } from "@keyhold/public-options";
import { social } from "@keyhold/social";
import { github } from "@keyhold/social/github";
import { gitlab } from "@keyhold/social/gitlab";
import { google } from "@keyhold/social/google";
import { createMailbox, type Mailbox } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { build } from "esbuild";

/** A page with every screen by its path, below a single `AuthUI`: what an app writes. */
export const app = `
  import "@keyhold/react-ui/styles.css";
  import { createRoot } from "react-dom/client";
  import { Profiler, StrictMode, useSyncExternalStore } from "react";
  import { createAuthClient } from "@keyhold/react";
  import { publicOptionsClient } from "@keyhold/public-options/client";
  import { usernameClient } from "@keyhold/username/client";
  import { socialClient } from "@keyhold/social/client";
  import { magicLinkClient } from "@keyhold/magic-link/client";
  import { emailOtpClient } from "@keyhold/email-otp/client";
  import { phoneNumberClient } from "@keyhold/phone-number/client";
  import { anonymousClient } from "@keyhold/anonymous/client";
  import { lastLoginMethodClient } from "@keyhold/last-login-method/client";
  import { passkeyClient } from "@keyhold/passkey/client";
  import { twoFactorClient } from "@keyhold/two-factor/client";
  import { AuthUI, EmailCode, ForgotPassword, MagicLink, PhoneCode, ResetPassword, SignIn, SignUp, TwoFactor, VerifyEmail } from "@keyhold/react-ui";
  import { german } from "@keyhold/react-ui/texts/de";
  import { arabic } from "@keyhold/react-ui/texts/ar";

  const client = createAuthClient({
    plugins: [publicOptionsClient(), usernameClient(), socialClient(), magicLinkClient(), emailOtpClient(), phoneNumberClient(), anonymousClient(), lastLoginMethodClient(), passkeyClient(), twoFactorClient()],
  });
  const screens = {
    "/sign-in": SignIn, "/sign-up": SignUp, "/sign-up-terms": () => <SignUp fields={[{ name: "terms", kind: "checkbox", label: "I accept the terms", empty: "Accept the terms." }]} />, "/forgot-password": ForgotPassword, "/reset-password": ResetPassword,
    "/verify-email": VerifyEmail, "/magic-link": MagicLink, "/email-code": EmailCode, "/phone-code": PhoneCode, "/two-factor": TwoFactor,
  };
  const lang = new URLSearchParams(location.search).get("lang") ?? document.cookie.match(/lang=(..)/)?.[1];
  const texts = { de: german, ar: arabic }[lang];
  if (texts) Object.assign(document.documentElement, { lang: texts.locale, dir: lang === "ar" ? "rtl" : "ltr" });
  function listen(listener) {
    addEventListener("popstate", listener);
    return () => removeEventListener("popstate", listener);
  }
  function go(url, { replace }) {
    history[replace ? "replaceState" : "pushState"](null, "", url);
    dispatchEvent(new PopStateEvent("popstate"));
  }
  function Home() {
    const { data } = client.useSession();
    return <h1>{data ? "Welcome, " + data.user.name : "Signed out"}</h1>;
  }
  function App() {
    const path = useSyncExternalStore(listen, () => location.pathname);
    const Screen = screens[path] ?? Home;
    return <main><Screen /></main>;
  }
  globalThis.client = client;
  globalThis.renders = 0;
  createRoot(document.getElementById("root")).render(
    <StrictMode>
      <Profiler id="app" onRender={() => { globalThis.renders += 1; }}>
        <AuthUI client={client} navigate={go} texts={texts} captcha={async (action) => globalThis.solve?.(action) ?? ""} onScreen={(title) => { document.title = title; }}>
          <App />
        </AuthUI>
      </Profiler>
    </StrictMode>,
  );`;

/** A page with a program and styles. */
async function bundlePage(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, loader: "tsx", resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    format: "esm",
    jsx: "automatic",
    outdir: "out",
    conditions: ["development"],
    define: { "process.env.NODE_ENV": '"development"' },
    write: false,
  });
  const [script = "", style = ""] = [".js", ".css"].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "",
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Test</title><meta name="color-scheme" content="light dark">
    <style>${style} body { margin: 0; padding: 1rem; font-family: sans-serif; background: light-dark(#f5f5f2, #0f1312); }</style></head>
    <body><div id="root"></div><script type="module">${script.replaceAll("</script", "<\\/script")}</script></body></html>`;
}

/** A real server of a page, with a real auth. */
export interface UIServer {
  readonly url: string;
  /** Method and path of every call, oldest first. */
  readonly requests: readonly string[];
  readonly mailbox: Mailbox;
  close(): Promise<void>;
}

/** The newest text message by number, for all servers of a file. */
export const phones = {
  codes: new Map<string, string>(),
  send({ to, code }: { readonly to: string; readonly code: string }): void {
    phones.codes.set(to, code);
  },
};

/** Hashing for tests, which takes no time. */
export const cheapHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } } as const;

/** Serves a page at all paths. */
async function servePage(program: string): Promise<RequestListener> {
  const page = await bundlePage(program);
  return (_, response) => response.setHeader("content-type", "text/html; charset=utf-8").end(page);
}

/** Starts a server. `config` changes the auth; `pages` is the program of the page, or serves several pages. */
export async function startUIServer(
  config: Partial<AuthConfig> = {},
  pages: string | RequestListener = app,
): Promise<UIServer> {
  const serve = typeof pages === "string" ? await servePage(pages) : pages;
  const [server, requests] = [createServer(), [] as string[]];
  const mailbox = createMailbox();
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const key = { clientId: "test", clientSecret: "test" };
  const auth = createAuth({
    appName: "Tea Shop",
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: url,
    errorURL: "/sign-in?provider=",
    database: memory(),
    mail: mailbox.send,
    emailAndPassword: { enabled: true, passwordHashing: cheapHashing },
    rateLimit: { enabled: false, wrongPasswords: false },
    plugins: [
      publicOptions(),
      username(),
      passkey(),
      emailOtp(),
      phoneNumber({ allowedCountries: ["AT", "DE", "US"], sendMessage: phones.send }),
      anonymous(),
      lastLoginMethod(),
      magicLink({ withCode: true, confirmPage: "/magic-link" }),
      twoFactor({ recovery: { delaySeconds: 3600 } }),
      social({ providers: [google(key), github(key), gitlab(key)] }),
    ],
    ...config,
  });
  const handle = nodeHandler(auth);
  server.on("request", (request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    if (!path.startsWith("/api/auth")) return serve(request, response);
    requests.push(`${request.method} ${path.replace("/api/auth", "")}`);
    handle(request, response);
  });
  return {
    url,
    requests,
    mailbox,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
