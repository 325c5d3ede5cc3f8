import type { Dialect } from "../dialect.js";
import { apple } from "./apple.js";
import { discord } from "./discord.js";
import { dropbox } from "./dropbox.js";
import { facebook } from "./facebook.js";
import { github } from "./github.js";
import { gitlab } from "./gitlab.js";
import { google } from "./google.js";
import { kick } from "./kick.js";
import { linkedin } from "./linkedin.js";
import { microsoft } from "./microsoft.js";
import { reddit } from "./reddit.js";
import { roblox } from "./roblox.js";
import { spotify } from "./spotify.js";
import { tiktok } from "./tiktok.js";
import { twitch } from "./twitch.js";
import { twitter } from "./twitter.js";
import { vk } from "./vk.js";
import { zoom } from "./zoom.js";

/** All dialects, by id of the provider. */
export const dialects = {
  apple,
  discord,
  dropbox,
  facebook,
  github,
  gitlab,
  google,
  kick,
  linkedin,
  microsoft,
  reddit,
  roblox,
  spotify,
  tiktok,
  twitch,
  twitter,
  vk,
  zoom,
} as const satisfies Readonly<Record<string, Dialect>>;
