/** Signs in by a code that the user approves in a browser, and calls the API of the app. */
const app = process.env.APP_URL ?? "http://localhost:3000";
const client_id = "example-cli";

const post = async (path: string, parameters: Record<string, string>) => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ client_id, ...parameters });
  return (await fetch(`${app}/api/auth/device${path}`, { method: "POST", headers, body })).json();
};

async function signIn(): Promise<string> {
  const codes = await post("/code", { scope: "deploy" });
  console.log(`Open ${codes.verification_uri} and enter the code ${codes.user_code}`);
  for (let interval = codes.interval; ; ) {
    await new Promise((resolve) => setTimeout(resolve, interval * 1000));
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const { access_token, error, error_description } = await post("/token", {
      grant_type,
      device_code: codes.device_code,
    });
    if (access_token) return access_token;
    if (error === "slow_down") interval += 5;
    else if (error !== "authorization_pending") throw new Error(error_description);
  }
}

const authorization = `Bearer ${await signIn()}`;
const answer = await fetch(`${app}/api/deploy`, { method: "POST", headers: { authorization } });
console.log(await answer.text());
process.exitCode = answer.ok ? 0 : 1;

export {};
