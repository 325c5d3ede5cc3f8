import { dropbox } from "@keyhold/social/dropbox";
import { github } from "@keyhold/social/github";
import { gitlab } from "@keyhold/social/gitlab";
import { google } from "@keyhold/social/google";
import { kick } from "@keyhold/social/kick";
import { linkedin } from "@keyhold/social/linkedin";
import { microsoft } from "@keyhold/social/microsoft";
import { reddit } from "@keyhold/social/reddit";
import { roblox } from "@keyhold/social/roblox";
import { twitch } from "@keyhold/social/twitch";
import { twitter } from "@keyhold/social/twitter";
import { vk } from "@keyhold/social/vk";
import { dialects } from "@keyhold/testing/identity-provider";
import { expect, test } from "vitest";
import { openOld } from "./differences/old.ts";
import { openOurs } from "./differences/ours.ts";
import { registration, signInWith } from "./differences/sign-in-with.ts";
import { useStage } from "./differences/stage.ts";
import type { World } from "./differences/world.ts";

/** Users of a provider's sign-up at better-auth 1.2.12 are the same users at Keyhold. */

const stage = useStage();

// For the other providers' answers of today, better-auth 1.2.12 fails at the token endpoint.
const providers = { dropbox, github, gitlab, google, kick, linkedin, microsoft, reddit, roblox, twitch, twitter, vk };
// `Object.keys` loses the type of the names.
const ids = Object.keys(providers) as (keyof typeof providers)[];

test.each(ids)("%s: a user of its sign-up at better-auth is found by the same id", async (id) => {
  const as = { ...dialects[id].sample, email: "cleo@example.com", emailVerified: true };
  const signIn = async (world: World): Promise<string> => {
    const browser = world.browser();
    await signInWith(world.idp, id, as, browser);
    return String((await browser.get("/get-session")).body?.user?.id);
  };
  const place = stage.seed.copy();
  const old = await openOld(place, { socialProviders: { [id]: registration } });
  const before = await stage.inWorld(old, { place }, signIn);
  const options = { social: { providers: [providers[id](registration)] } };
  const now = await stage.inWorld(await openOurs(place, options, stage.idp.fetch), { place }, signIn);
  expect(before).toHaveLength(32);
  expect(now).toBe(before);
});
