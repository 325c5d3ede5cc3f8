import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** A program's bytes in production, from the built packages, without React and without later loads. */
async function bundled(program: string): Promise<{ bytes: number; text: string }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, loader: "tsx", resolveDir: folder },
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    jsx: "automatic",
    // The paths of the repository's own would lead to the sources, which no user's bundler loads.
    tsconfigRaw: {},
    outdir: "out",
    external: ["react", "react-dom", "react/jsx-runtime"],
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    write: false,
  });
  const loaded = new Set<string>();
  function load(file: string): void {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) if (kind === "import-statement") load(path);
  }
  load("out/stdin.js");
  const files = outputFiles.filter(({ path }) => [...loaded].some((file) => path.endsWith(file)));
  const bytes = files.map(({ contents }) => gzipSync(contents).length).reduce((sum, length) => sum + length, 0);
  return { bytes, text: files.map(({ text }) => text).join("") };
}

const styles = gzipSync(readFileSync(new URL("../dist/styles.css", import.meta.url))).length;

const screen = (name: string): string => `
  import { AuthUI, ${name} } from "@keyhold/react-ui";
  export const page = (client) => <AuthUI client={client}><${name} /></AuthUI>;`;

describe("a page with one screen", () => {
  test("for sign-in by email address, username, passkeys and providers is five lines", () => {
    const page = `import { AuthUI, SignIn } from "@keyhold/react-ui";
import "@keyhold/react-ui/styles.css";
import { authClient } from "./auth-client.ts";

export const SignInPage = () => <AuthUI client={authClient}><SignIn /></AuthUI>;`;
    expect(readFileSync(new URL("../README.md", import.meta.url), "utf8")).toContain(page);
    expect(page.split("\n")).toHaveLength(5);
  });

  test("for sign-in has less than 23.5 KB gzip with the styles of all screens, without React", async () => {
    const { bytes, text } = await bundled(screen("SignIn"));
    expect(bytes + styles).toBeLessThan(23_500);
    // Other screens and other languages are not in the bundle.
    expect(text).not.toContain("otpauth");
    expect(text).not.toContain("Anmelden");
    expect(text).not.toContain("Choose a new password");
    expect(text).not.toContain("Transfer ownership");
    expect(text).not.toContain("reset-two-factor");
    expect(text).not.toMatch(/KEY_WAS_ROTATED|user_code/);
  });

  test.each(["SignIn", "AccountSettings", "UserButton", "OrganizationSettings"])(
    "for %s has nothing of billing",
    async (name) => {
      const { text } = await bundled(screen(name));
      expect(text).toContain("AuthUI");
      expect(text).not.toMatch(/BILLING_|followCheckout|kh-plan|kh-meter|checkout-result/);
    },
  );

  test("with the client of five plugins stays below 28.9 KB gzip", async () => {
    const { bytes } = await bundled(`${screen("SignIn")}
      import { createAuthClient } from "@keyhold/react";
      import { publicOptionsClient } from "@keyhold/public-options/client";
      import { usernameClient } from "@keyhold/username/client";
      import { socialClient } from "@keyhold/social/client";
      import { passkeyClient } from "@keyhold/passkey/client";
      import { twoFactorClient } from "@keyhold/two-factor/client";
      export const client = createAuthClient({ plugins: [publicOptionsClient(), usernameClient(), socialClient(), passkeyClient(), twoFactorClient()] });`);
    expect(bytes + styles).toBeLessThan(28_900);
  });

  test.each([
    ["SignUp", 17_830],
    ["MagicLink", 15_700],
    ["EmailCode", 14_848],
    ["PhoneCode", 16_290],
    ["ForgotPassword", 10_950],
    ["ResetPassword", 10_990],
    ["VerifyEmail", 10_450],
    ["TwoFactor", 21_220],
    ["AccountSettings", 38_230],
    ["ChangeEmail", 14_000],
    ["AccountDeleted", 23_080],
    ["UserButton", 42_510],
    ["AcceptInvitation", 23_830],
    ["OrganizationSettings", 23_200],
    ["OrganizationMembers", 16_890],
    ["OrganizationList", 14_445],
    ["CreateOrganization", 13_790],
    ["OrganizationSwitcher", 43_230],
    ["AdminUsers", 19_065],
    ["ImpersonationBar", 10_830],
    ["PricingTable", 18_800],
    ["CheckoutResult", 11_210],
    ["BillingSettings", 19_790],
    ["UsageMeter", 15_520],
    ["PastDueNotice", 12_550],
    ["ApiKeys", 21_620],
    ["ApiKeysLink", 11_130],
    ["DeviceApproval", 13_450],
  ])("for %s has less than %i bytes gzip, without styles", async (name, max) => {
    const { bytes } = await bundled(screen(name));
    expect(bytes).toBeLessThan(max);
  });
});
