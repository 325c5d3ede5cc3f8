import type { PluginEmail } from "@keyhold/core/plugin";
import type { Delivered } from "@keyhold/core/types";
import { orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** An email of a plugin, with the texts from the plugin. */
export function ofPlugin(message: Delivered<PluginEmail>): RenderedEmail {
  const { subject, heading, preview = heading, paragraphs, label, notes, lastLine } = message.words;
  return layout(
    { subject, preview, heading, paragraphs, link: { url: message.url, label, orCopy }, notes, lastLine },
    message,
  );
}
