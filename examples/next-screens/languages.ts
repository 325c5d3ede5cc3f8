import type { Language } from "@keyhold/react-ui";
import { arabic } from "@keyhold/react-ui/texts/ar";
import { german } from "@keyhold/react-ui/texts/de";

/** The languages of the screens besides English. */
export const languages: readonly Language[] = [german, arabic];
