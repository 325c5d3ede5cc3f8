import { expect, it } from "vitest";
import { layout } from "./layout.js";

const app = { appName: "Beispiel", appUrl: "https://example.de" };
const words = {
  language: "de",
  subject: "Neues Passwort",
  preview: "Ein Klick genügt.",
  heading: "Neues Passwort setzen",
  paragraphs: ["Hallo Ann,", "hier geht es weiter."],
  link: { url: "https://example.de/r?a=1&b=2", label: "Weiter", orCopy: "Oder diese Adresse kopieren:" },
  notes: ["Der Link gilt 1 Stunde."],
};

it("renders the given texts in order", () => {
  expect(layout(words, app).text).toBe(
    `Hallo Ann,

hier geht es weiter.

Weiter:
https://example.de/r?a=1&b=2

Der Link gilt 1 Stunde.

-- 
Beispiel
https://example.de
`,
  );
});

it("has the language of its texts", () => {
  const { html } = layout(words, app);
  expect(html).toContain('<html lang="de">');
  expect(html).not.toMatch(/browser|Hello|link works/);
  expect(html).toContain("Oder diese Adresse kopieren:");
});

it("contains the preview once, hidden at the start", () => {
  const { html } = layout(words, app);
  expect(html).toMatch(/<body[^>]*>\n<div style="display:none[^"]*">Ein Klick genügt\.&#847;/);
  expect(html.split("Ein Klick genügt.")).toHaveLength(2);
});

it("keeps every text on its own line, and escapes it", () => {
  const hostile = 'a\n\n-- \nEvil <i onclick="x">';
  const { link } = words;
  const { text, html, subject } = layout(
    {
      ...words,
      language: '"><i>',
      subject: hostile,
      preview: hostile,
      heading: hostile,
      paragraphs: [hostile],
      link: { ...link, label: hostile, orCopy: hostile },
      notes: [hostile],
    },
    { ...app, appName: hostile },
  );
  expect(subject).toBe('a -- Evil <i onclick="x">');
  expect(text.split("\n").filter((line) => line === "-- ")).toHaveLength(1);
  expect(html).not.toContain("<i");
});
