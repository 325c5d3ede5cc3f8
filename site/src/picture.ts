const picture =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="[^"]*\bimages\/((?:[\w-]+\/)?[\w-]+\.(?:jpg|png))">\s*<img alt="([^"]*)" src="[^"]*\bimages\/((?:[\w-]+\/)?[\w-]+\.(?:jpg|png))" ([^>]*)>\s*<\/picture>/g;

const wide = 'width="1280" height="800"';

interface Picture {
  readonly light: string;
  readonly dark: string;
  /** The attributes of width and height. */
  readonly size?: string;
}

/** A `<picture>` follows the system; the site has its own switch of light and dark. The hidden image is not loaded. */
export const switchedPictures = (text: string): string =>
  text.replace(picture, (_, dark: string, alt: string, light: string, size: string) =>
    pictureOf(alt, { light, dark, size }),
  );

export const pictureOf = (alt: string, { light, dark, size = wide }: Picture): string => {
  const image = (file: string, mode: string): string =>
    `<img class="only-${mode}" alt="${alt}" src="/images/${file}" ${size} loading="lazy">`;
  return `<p>${image(light, "light")}${image(dark, "dark")}</p>`;
};
