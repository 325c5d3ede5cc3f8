import { renderToString } from "react-dom/server.edge";
import { setLanguage } from "./page/language.ts";
import type { Page } from "./page/page.ts";
import { Root } from "./page/Root.tsx";
import * as areas from "./shop/areas.ts";
import { keepAreas } from "./shop/load-areas.ts";

keepAreas(areas);

/** The HTML of a page, for the server. */
export function render(page: Page): string {
  setLanguage(page.known?.language ?? null);
  return renderToString(<Root page={page} />);
}
