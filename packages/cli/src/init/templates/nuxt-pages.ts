import { formStyle } from "./form-style.js";

/** The client of the browser, in a folder from which Nuxt imports by itself. */
export const nuxtClient = `import { createAuthClient } from "@keyhold/client";

export const authClient = createAuthClient();
`;

/** The page /sign-in, and a start page for an app without pages, by their path in the source folder. */
export const nuxtPages = (isTypeScript: boolean, hasPages: boolean): Readonly<Record<string, string>> => ({
  "assets/auth.css": formStyle,
  ...(hasPages ? {} : { "pages/index.vue": start(isTypeScript) }),
  "pages/sign-in.vue": signIn(isTypeScript),
});

const setup = (isTypeScript: boolean): string => `<script setup${isTypeScript ? ' lang="ts"' : ""}>`;

const start = (isTypeScript: boolean): string => `${setup(isTypeScript)}
import "~/assets/auth.css";

const { data } = useSession();

useHead({ title: "Home", htmlAttrs: { lang: "en" } });
</script>

<template>
  <main class="auth">
    <h1>{{ data ? \`Hello \${data.user.name}\` : "Welcome" }}</h1>
    <NuxtLink to="/sign-in">{{ data ? "Your account" : "Sign in" }}</NuxtLink>
  </main>
</template>
`;

const signIn = (isTypeScript: boolean): string => `${setup(isTypeScript)}
import "~/assets/auth.css";

const { data, refresh } = useSession();
const message = ref("");
const isReady = ref(false);

onMounted(() => {
  isReady.value = true;
});

async function submit(event${isTypeScript ? ": Event" : ""}) {
  if (!(event instanceof SubmitEvent && event.target instanceof HTMLFormElement)) return;
  const form = new FormData(event.target);
  const text = (name${isTypeScript ? ": string" : ""}) => String(form.get(name) ?? "");
  const credentials = { email: text("email"), password: text("password") };
  message.value = "";
  const { error } =
    event.submitter?.id === "sign-up"
      ? await authClient.signUp.email({ ...credentials, name: text("name") })
      : await authClient.signIn.email(credentials);
  message.value = error?.message ?? "";
  await refresh();
}

async function signOut() {
  await authClient.signOut();
  await refresh();
}

useHead({ title: "Sign in", htmlAttrs: { lang: "en" } });
</script>

<template>
  <main class="auth">
    <template v-if="data">
      <h1>Hello {{ data.user.name }}</h1>
      <button type="button" :disabled="!isReady" @click="signOut">Sign out</button>
    </template>
    <template v-else>
      <h1>Sign in</h1>
      <form method="post" @submit.prevent="submit">
        <label>Name, for a new account <input name="name" autocomplete="name" /></label>
        <label>Email address <input name="email" type="email" autocomplete="username" required /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        <button class="primary" :disabled="!isReady">Sign in</button>
        <button id="sign-up" :disabled="!isReady">Create an account</button>
      </form>
      <p role="alert">{{ message }}</p>
    </template>
  </main>
</template>
`;
