import { formStyle } from "./form-style.js";

/** The page /sign-in of SvelteKit, which works without JavaScript, and the session of a request. */
export function sveltePages(isTypeScript: boolean): Readonly<Record<string, string>> {
  const ts = isTypeScript ? "ts" : "js";
  return {
    [`src/lib/server/session.${ts}`]: session,
    [`src/routes/sign-in/+page.server.${ts}`]: actions(isTypeScript),
    "src/routes/sign-in/+page.svelte": page(isTypeScript),
    "src/routes/sign-in/sign-in.css": formStyle,
  };
}

const session = `import { toActions, toSession } from "@keyhold/sveltekit";
import { getRequestEvent } from "$app/server";
import { auth } from "./auth";

export const session = toSession(auth, getRequestEvent);
export const calls = toActions(auth, getRequestEvent);
`;

const actions = (isTypeScript: boolean): string => `import { fail, redirect } from "@sveltejs/kit";
import { calls, session } from "../../lib/server/session";
${isTypeScript ? 'import type { Actions, PageServerLoad } from "./$types";\n' : ""}
export const load${isTypeScript ? ": PageServerLoad" : ""} = async () => ({ user: (await session())?.user ?? null });

export const actions = {
  signIn: async ({ request }) => {
    const { error } = await calls.signIn.email(await request.formData());
    if (error) return fail(error.status, { message: error.message });
    redirect(303, "/sign-in");
  },
  signUp: async ({ request }) => {
    const { error } = await calls.signUp.email(await request.formData());
    if (error) return fail(error.status, { message: error.message });
    redirect(303, "/sign-in");
  },
  signOut: async () => {
    await calls.signOut();
    redirect(303, "/sign-in");
  },
}${isTypeScript ? " satisfies Actions" : ""};
`;

const page = (isTypeScript: boolean): string => `<script${isTypeScript ? ' lang="ts"' : ""}>
  import { enhance } from "$app/forms";
${isTypeScript ? '  import type { PageProps } from "./$types";\n' : ""}  import "./sign-in.css";

  let { data, form }${isTypeScript ? ": PageProps" : ""} = $props();
</script>

<svelte:head><title>Sign in</title></svelte:head>

<main class="auth">
  {#if data.user}
    <h1>Hello {data.user.name}</h1>
    <form method="POST" action="?/signOut" use:enhance><button>Sign out</button></form>
  {:else}
    <h1>Sign in</h1>
    <form method="POST" action="?/signIn" use:enhance>
      <label>Name, for a new account <input name="name" autocomplete="name" /></label>
      <label>Email address <input name="email" type="email" autocomplete="username" required /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
      <button class="primary">Sign in</button>
      <button formaction="?/signUp">Create an account</button>
    </form>
    <p role="alert">{form?.message}</p>
  {/if}
</main>
`;
