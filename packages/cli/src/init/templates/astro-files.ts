import { formStyle } from "./form-style.js";

/** The routes, the session of a request, and the page /sign-in, which works without JavaScript. */
export const astroFiles = (isTypeScript: boolean): Readonly<Record<string, string>> => {
  const ts = isTypeScript ? "ts" : "js";
  return {
    [`src/pages/api/auth/[...all].${ts}`]: routes(isTypeScript),
    [`src/middleware.${ts}`]: middleware(isTypeScript),
    ...(isTypeScript ? { "src/env.d.ts": types } : {}),
    [`src/lib/actions.${ts}`]: actions(isTypeScript),
    "src/pages/sign-in.astro": page(isTypeScript),
    "src/styles/auth.css": formStyle,
  };
};

const routes = (
  isTypeScript: boolean,
): string => `${isTypeScript ? 'import type { APIRoute } from "astro";\n' : ""}import { auth } from "../../../lib/auth";

export const ALL${isTypeScript ? ": APIRoute" : ""} = ({ request, clientAddress }) => auth.handler(request, { ipAddress: clientAddress });
`;

const middleware = (isTypeScript: boolean): string => `import { defineMiddleware } from "astro:middleware";
import { auth } from "./lib/auth";

export const onRequest = defineMiddleware(({ locals, request }, next) => {
  let found${isTypeScript ? ": ReturnType<typeof auth.session> | undefined" : ""};
  locals.session = () => (found ??= auth.session(request));
  return next();
});
`;

const types = `type Auth = typeof import("./lib/auth").auth;

declare namespace App {
  interface Locals {
    /** The session and user of the request, or null. All calls share one query. */
    session: () => ReturnType<Auth["session"]>;
  }
}
`;

const actions = (isTypeScript: boolean): string => `import { toActions } from "@keyhold/core/actions";
${isTypeScript ? 'import type { APIContext } from "astro";\n' : ""}import { auth } from "./auth";

/** The calls of the auth for the form of a page: each sets its cookies and answers { data, error }. */
export const actionsOf = ({ request, clientAddress, cookies }${isTypeScript ? ': Pick<APIContext, "request" | "clientAddress" | "cookies">' : ""}) =>
  toActions(auth, () => ({
    headers: request.headers,
    ipAddress: clientAddress,
    setCookie: ({ name, value, options }) => cookies.set(name, value, options),
  }));
`;

const page = (isTypeScript: boolean): string => `---
import { actionsOf } from "../lib/actions";
import "../styles/auth.css";

let message = "";
if (Astro.request.method === "POST") {
  const actions = actionsOf(Astro);
  const { action, ...fields } = Object.fromEntries(await Astro.request.formData());
  const text = (name${isTypeScript ? ": string" : ""}) => String(fields[name] ?? "");
  const credentials = { email: text("email"), password: text("password") };
  const { error } =
    action === "sign-out"
      ? await actions.signOut()
      : action === "sign-up"
        ? await actions.signUp.email({ ...credentials, name: text("name") })
        : await actions.signIn.email(credentials);
  if (!error) return Astro.redirect("/sign-in", 303);
  message = error.message;
  Astro.response.status = error.status;
}
const found = await Astro.locals.session();
---

<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Sign in</title>
  </head>
  <body>
    <main class="auth">
      {
        found ? (
          <form method="post">
            <h1>Hello {found.user.name}</h1>
            <button name="action" value="sign-out">Sign out</button>
          </form>
        ) : (
          <form method="post">
            <h1>Sign in</h1>
            <label>Name, for a new account <input name="name" autocomplete="name" /></label>
            <label>Email address <input name="email" type="email" autocomplete="username" required /></label>
            <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
            <button class="primary" name="action" value="sign-in">Sign in</button>
            <button name="action" value="sign-up">Create an account</button>
          </form>
        )
      }
      <p role="alert">{message}</p>
    </main>
  </body>
</html>
`;
