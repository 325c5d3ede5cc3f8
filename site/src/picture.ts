const picture =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="[^"]*\bimages\/([\w-]+\.jpg)">\s*<img alt="([^"]*)" src="[^"]*\bimages\/([\w-]+\.jpg)"[^>]*>\s*<\/picture>/g;

/** A `<picture>` follows the system; the site has its own switch of light and dark. The hidden image is not loaded. */
export const switchedPictures = (text: string): string =>
  text.replace(picture, (_, dark: string, alt: string, light: string) => pictureOf(alt, { light, dark }));

export const pictureOf = (alt: string, { light, dark }: { readonly light: string; readonly dark: string }): string => {
  const image = (file: string, mode: string): string =>
    `<img class="only-${mode}" alt="${alt}" src="/images/${file}" width="1280" height="800" loading="lazy">`;
  return `<p>${image(light, "light")}${image(dark, "dark")}</p>`;
};
