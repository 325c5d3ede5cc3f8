import type { Delivered, PluginLetter } from "@keyhold/core";
import { orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedLetter } from "../words.js";

/** A plugin's letter in the words that came with it. */
export function ofPlugin(letter: Delivered<PluginLetter>): RenderedLetter {
  const { subject, heading, preview = heading, paragraphs, label, notes } = letter.words;
  return layout({ subject, preview, heading, paragraphs, link: { url: letter.url, label, orCopy }, notes }, letter);
}
