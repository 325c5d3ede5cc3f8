import { formStyle } from "./form-style.js";

const indented = (text: string): string => text.trimEnd().replaceAll(/^(?=.)/gm, "      ");

const client = `// Calls the routes of Keyhold. With a bundler, use createAuthClient() of @keyhold/client: it has types and a store.
async function call(path, body) {
  const response = await fetch(\`/api/auth\${path}\`, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

export const authClient = {
  getSession: () => call("/get-session"),
  signUp: (input) => call("/sign-up/email", input),
  signIn: (input) => call("/sign-in/email", input),
  signOut: () => call("/sign-out", {}),
};
`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign in</title>
    <style>
${indented(formStyle)}
    </style>
  </head>
  <body>
    <main class="auth">
      <section id="signed-in" hidden>
        <h1>Hello <span id="name"></span></h1>
        <button id="sign-out" type="button">Sign out</button>
      </section>
      <form id="form" hidden>
        <h1>Sign in</h1>
        <label>Name, for a new account <input name="name" autocomplete="name" /></label>
        <label>Email address <input name="email" type="email" autocomplete="username" required /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" minlength="8" required /></label>
        <button class="primary" name="action" value="sign-in">Sign in</button>
        <button name="action" value="sign-up">Create an account</button>
      </form>
      <p id="message" role="alert"></p>
    </main>
    <script type="module">
      import { authClient } from "/auth-client.js";

      const form = document.querySelector("#form");
      const message = document.querySelector("#message");

      async function show() {
        const found = await authClient.getSession();
        document.querySelector("#signed-in").hidden = found === null;
        document.querySelector("#name").textContent = found?.user.name ?? "";
        form.hidden = found !== null;
      }

      async function attempt(work) {
        message.textContent = "";
        try {
          await work();
          await show();
        } catch (error) {
          message.textContent = error.message;
        }
      }

      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const { name, email, password } = Object.fromEntries(new FormData(form));
        const isNew = event.submitter?.value === "sign-up";
        attempt(() => (isNew ? authClient.signUp({ name: name || email, email, password }) : authClient.signIn({ email, password })));
      });
      document.querySelector("#sign-out").addEventListener("click", () => attempt(() => authClient.signOut()));
      attempt(async () => {});
    </script>
  </body>
</html>
`;

/** A page for servers without a bundler: plain HTML, and a client of a few lines. */
export const pageFiles = { "public/index.html": page, "public/auth-client.js": client } as const;
