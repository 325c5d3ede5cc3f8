import { renderEmail } from "@keyhold/mail";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { german } from "./german.ts";

test("the app's own email is in German", async () => {
  const { signUp, client, mailbox } = createTestAuth({ config: { appName: "Beispiel" } });
  await signUp("ada@example.com");
  await client.requestPasswordReset({ email: "ada@example.com" });
  const message = await mailbox.waitFor("ada@example.com", { kind: "reset-password" });

  const { subject, text, html } = renderEmail(message, german);
  expect(subject).toBe("Neues Passwort für Beispiel");
  expect(text).toContain("Der Link gilt einmal, für 1 Stunde.");
  expect(html).toContain('<html lang="de">');
});
