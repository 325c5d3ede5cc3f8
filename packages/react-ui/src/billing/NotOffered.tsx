import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { Screen } from "../parts/Screen.js";
import { billing as english } from "../texts/en/billing.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** In place of a screen of billing, without a payments provider on the server. */
export function NotOffered(): ReactElement {
  const { paths, Link } = useUI();
  const { title, notOffered } = useTexts("billing", english);
  const { back } = useTexts("common", common);
  return (
    <Screen title={title} lead={notOffered}>
      <p className="kh-choices">
        <Link className="kh-button kh-quiet" href={paths.home}>
          {back}
        </Link>
      </p>
    </Screen>
  );
}
