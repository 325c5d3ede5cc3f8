/** The sign-in page of an app, without a framework. */
export const signInPage = `<!doctype html><title>Sign in</title><form><input name="email"><input name="password" type="password"><button>Sign in</button></form>
<script>
  document.querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const body = JSON.stringify(Object.fromEntries(new FormData(event.target)));
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/auth/sign-in/email", { method: "POST", headers, body });
    if (answer.ok) location.assign(new URLSearchParams(location.search).get("redirect"));
  };
</script>`;
