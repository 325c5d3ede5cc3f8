import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { Failure } from "../../terminal/failure.js";
import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule } from "./auth.js";

/** Next.js with the App Router: the routes, the session of a request, and the page /sign-in with its server actions. */
export function nextTemplate(project: Project, choices: Choices): Template {
  const source = sourceFolder(project.folder);
  const [ts, tsx] = choices.isTypeScript ? ["ts", "tsx"] : ["js", "jsx"];
  const auth = authModule(project, choices, {
    folder: posix.join(source, "lib"),
    isBundled: true,
    imports: ['import { waitUntil } from "@keyhold/next";'],
    options: ["waitUntil, // sends emails after the answer"],
  });
  const form = choices.isTypeScript ? "form: FormData" : "form";
  const before = choices.isTypeScript ? "_: unknown" : "_";
  return {
    files: {
      ...auth.files,
      [posix.join(source, `lib/session.${ts}`)]: session,
      [posix.join(source, `instrumentation.${ts}`)]: instrumentation,
      [posix.join(source, `app/api/auth/[...all]/route.${ts}`)]: route,
      [posix.join(source, `app/sign-in/page.${tsx}`)]: page,
      [posix.join(source, `app/sign-in/actions.${ts}`)]: actions(before, form),
      [posix.join(source, `app/sign-in/sign-in-form.${tsx}`)]: signInForm,
    },
    scripts: {},
    dependencies: [...auth.dependencies, "@keyhold/next"],
    devDependencies: auth.devDependencies,
    migrate: auth.migrate,
    afterChange: auth.afterChange,
    page: "/sign-in",
    start: "dev",
    steps: auth.steps,
  };
}

function sourceFolder(folder: string): string {
  if (existsSync(join(folder, "src/app"))) return "src";
  if (existsSync(join(folder, "app"))) return "";
  throw new Failure(
    "This app of Next.js has no folder app or src/app.",
    "Make the folder for the App Router first. For the Pages Router, mount the routes by hand: https://github.com/keyhold/keyhold/blob/main/docs/frameworks.md#any-other-framework",
  );
}

const session = `import { toSession } from "@keyhold/next";
import { auth } from "./auth";

export const session = toSession(auth);
`;

const instrumentation = `export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { observeAddresses } = await import("@keyhold/next/instrumentation");
    observeAddresses(); // rate limits count by the address of the client
    const { auth } = await import("./lib/auth");
    await auth.ready().catch(console.error); // names a missing secret, table or database
  }
}
`;

const route = `import { toRouteHandler } from "@keyhold/next";
import { auth } from "../../../../lib/auth";

export const { GET, POST } = toRouteHandler(auth);
`;

const page = `import { session } from "../../lib/session";
import { signOut } from "./actions";
import { SignInForm } from "./sign-in-form";

export default async function SignInPage() {
  const found = await session(); // { session, user } or null
  return (
    <main>
      {found ? (
        <form action={signOut}>
          <h1>Hello {found.user.name}</h1>
          <button>Sign out</button>
        </form>
      ) : (
        <SignInForm />
      )}
    </main>
  );
}
`;

const actions = (before: string, form: string): string => `"use server";

import { toServerActions } from "@keyhold/next";
import { auth } from "../../lib/auth";

const actions = toServerActions(auth);

export async function signIn(${before}, ${form}) {
  const email = String(form.get("email"));
  const password = String(form.get("password"));
  const name = String(form.get("name")) || email;
  const { error } =
    form.get("action") === "sign-up"
      ? await actions.signUp.email({ name, email, password })
      : await actions.signIn.email({ email, password });
  return error && { message: error.message, email };
}

export async function signOut() {
  await actions.signOut();
}
`;

const signInForm = `"use client";

import { useActionState } from "react";
import { signIn } from "./actions";

export function SignInForm() {
  const [failed, action, isPending] = useActionState(signIn, null);
  return (
    <form action={action} style={{ display: "grid", gap: "1rem", maxWidth: "22rem", margin: "4rem auto" }}>
      <h1>Sign in</h1>
      <label>
        Name, for a new account <input name="name" autoComplete="name" />
      </label>
      <label>
        Email address{" "}
        <input name="email" type="email" autoComplete="username" defaultValue={failed?.email} required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" minLength={8} required />
      </label>
      <button name="action" value="sign-in" disabled={isPending}>
        Sign in
      </button>
      <button name="action" value="sign-up" disabled={isPending}>
        Create an account
      </button>
      <p role="alert">{failed?.message}</p>
    </form>
  );
}
`;
