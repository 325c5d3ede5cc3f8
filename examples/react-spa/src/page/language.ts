/** Undefined: the language of the computer. */
let language: string | undefined;

/** Sets the language of all formats: of a request on the server, and of the page in the browser. */
export function setLanguage(given: string | null): void {
  language = given ?? undefined;
}

/** A format in the present language. The format of the last language is kept, because a format is slow to make. */
export function formatBy<Format>(make: (language: string | undefined) => Format): () => Format {
  let made: { readonly language: string | undefined; readonly format: Format } | null = null;
  return () => {
    if (made?.language !== language || !made) made = { language, format: make(language) };
    return made.format;
  };
}
