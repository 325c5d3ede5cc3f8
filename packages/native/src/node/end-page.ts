const texts = {
  done: "You may close this window and go back to the program.",
  failed: "This did not work. Go back to the program, which says why.",
  unknown: "This link is of another sign-in.",
  notFound: "Not found.",
} as const;

/** What a page says. */
export type PageText = keyof typeof texts;

/** A page without scripts and styles. */
export const endPage = (text: PageText): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text === "done" ? "Done" : "Sign-in"}</title><p>${texts[text]}</p></html>`;
