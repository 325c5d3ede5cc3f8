import "@fontsource-variable/inter/wght.css";
import "@keyhold/react-ui/styles.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { setLanguage } from "./page/language.ts";
import { Root } from "./page/Root.tsx";
import { readPage } from "./page/read-page.ts";
import { loadAreas } from "./shop/load-areas.ts";

const root = document.getElementById("root");
if (root) {
  const page = readPage(root);
  setLanguage(page.known?.language ?? null);
  if (page.known) {
    // The HTML has the dashboard: its code has to be there before React continues with it.
    if (page.path === "/shop") await loadAreas();
    hydrateRoot(root, <Root page={page} />);
  } else createRoot(root).render(<Root page={page} />);
}
