import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { comeBack, setOut, travel, useIdentityProvider } from "./journey.ts";

const idp = useIdentityProvider();

const open = () =>
  createTestAuth({
    plugins: [social({ providers: [google(idp())], fetch: idp().fetch })],
    clientPlugins: [socialClient()],
  });

test("somebody new signs up", async () => {
  const kit = open();
  const landing = await travel(idp(), kit, { provider: "google", callbackURL: "/home" });
  expect(landing.url.href).toBe("https://app.example.com/home");
  const { data } = await kit.client.getSession();
  expect(data?.user).toMatchObject({ email: "jsmith@example.com", emailVerified: true, name: "John Smith" });
  expect(kit.logged).toEqual([]);
});

test("a callback is good for one session", async () => {
  const kit = open();
  const sent = await idp().authorize(await setOut(kit, { provider: "google" }));
  expect((await comeBack(kit, sent)).error).toBe(null);
  expect((await comeBack(kit, sent)).error).toBe("please_restart_the_process");
});
